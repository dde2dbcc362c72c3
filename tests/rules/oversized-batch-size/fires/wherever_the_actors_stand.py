# daft-lint: workers=2
"""Two morsels for four actors, on whatever nodes these are."""

import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.cls(max_concurrency=4, ray_options={"label_selector": {"zone": "eu-1"}})
class Embed:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=800)
    def __call__(self, texts):
        return texts.to_pylist()


df = daft.from_pydict({"text": [f"text {i}" for i in range(1600)]})
df.with_column("vector", Embed()(col("text"))).write_parquet("vectors")  # expect
