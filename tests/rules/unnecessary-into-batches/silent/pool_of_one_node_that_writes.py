# daft-lint: workers=1
"""A file for every fifty rows: the batches may be meant."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=50)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.from_pydict({"text": [f"review {n}" for n in range(1_000)]}).into_batches(50)
df.with_column("vector", Embed()(col("text"))).write_parquet("vectors")
