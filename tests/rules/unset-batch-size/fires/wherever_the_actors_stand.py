# daft-lint: workers=4
"""One task is one morsel, on whatever nodes the four actors are."""

import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.cls(max_concurrency=4, ray_options={"resources": {"cpu_node": 0.001}})
class Assemble:
    @daft.method.batch(return_dtype=DataType.python())
    def run(self, texts):
        return texts.to_pylist()


df = daft.from_pydict({"text": [f"page {i}" for i in range(4000)]})
df.with_column("doc", Assemble().run(col("text"))).write_parquet("/out/docs")  # expect
