# daft-lint: workers=8, gpus-per-worker=1
"""Two morsels: a third actor would get none."""

import daft
from daft import DataType, col


@daft.cls(max_concurrency=2, gpus=1)
class Embed:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=512)
    def __call__(self, images):
        return [None for _ in images]


df = daft.read_parquet("s3://images/*.parquet")  # daft-lint: rows=1_000, partitions=2
df.with_column("vector", Embed()(col("image"))).write_parquet("s3://vectors")
