# daft-lint: workers=4
"""Most likely one file, but it may be a folder named like one."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=16)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.read_parquet("s3://texts/2024.parquet")
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://vectors")
