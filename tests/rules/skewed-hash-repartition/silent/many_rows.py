"""A hundred thousand keys in eight partitions are as good as even."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=64)
    def __call__(self, texts):
        return [None for _ in texts]


# daft-lint: workers=8, rows=100_000, partitions=1
df = daft.read_parquet("s3://texts/all.parquet").repartition(8, "id")
df.with_column("vector", Embed()(col("text"))).write_lance("vectors.lance")
