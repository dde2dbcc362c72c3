"""into_partitions merges neighbours: of equal batches it makes equal partitions."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=16)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.read_parquet("s3://skewed/*.parquet").into_batches(1_000).into_partitions(16)
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://vectors")
