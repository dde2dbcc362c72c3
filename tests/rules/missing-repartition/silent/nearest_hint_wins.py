# daft-lint: workers=4
"""The file says four workers, this function says one."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=16)
    def __call__(self, texts):
        return [None for _ in texts]


# daft-lint: workers=1
def local() -> None:
    df = daft.from_pydict({"text": [f"text {n}" for n in range(10_000)]})
    df.with_column("vector", Embed()(col("text"))).write_parquet("vectors")
