# daft-lint: workers=2
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Parse:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=8)
    def __call__(self, pages):
        return [page.strip() for page in pages.to_pylist()]


df = daft.read_parquet("s3://pages/*.parquet")  # daft-lint: rows=1_000_000, partitions=64
df = df.limit(10).with_column("clean", Parse()(col("html")))
df.write_parquet("sample")
