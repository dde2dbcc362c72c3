# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=64)
class Clean:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, texts):
        return [None for _ in texts]


# daft-lint: rows=1_000_000, partitions=64
df = daft.read_parquet("s3://bucket/texts/*.parquet")
df = df.with_column("clean", Clean()(col("text")))  # expect
df.write_parquet("s3://bucket/clean")
