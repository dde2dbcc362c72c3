# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=8)
class Hash:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=100)
    def __call__(self, values):
        return values.to_pylist()


df = daft.read_parquet("s3://values/")  # daft-lint: rows=40_000, partitions=10
df = df.into_batches(40_000).repartition(16, "key")
df.with_column("hash", Hash()(col("value"))).write_parquet("s3://hashes")
