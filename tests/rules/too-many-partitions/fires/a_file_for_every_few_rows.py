# daft-lint: workers=8, cpus_per_worker=16
import daft
from daft import col


@daft.cls(max_concurrency=64)
class Tag:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=100)
    def __call__(self, titles):
        return [None for _ in titles]


# daft-lint: rows=100_000, partitions=20_000
df = daft.read_parquet("s3://bucket/events/**/*.parquet")
df = df.with_column("tag", Tag()(col("title")))  # expect
df.write_parquet("s3://bucket/tags")
