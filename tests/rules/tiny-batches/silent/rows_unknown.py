# daft-lint: workers=1
import daft
from daft import col


@daft.cls(max_concurrency=32)
class Clean:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.read_parquet("s3://bucket/texts/*.parquet")
df.with_column("clean", Clean()(col("text"))).write_parquet("s3://bucket/clean")
