# daft-lint: workers=8
import daft
from daft import col


@daft.cls(max_concurrency=8)
class Tag:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=20)
    def __call__(self, titles):
        return titles.to_pylist()


df = daft.read_parquet("s3://catalogue").into_batches(10_000)
df.with_column("tag", Tag()(col("title"))).write_parquet("s3://tags")
