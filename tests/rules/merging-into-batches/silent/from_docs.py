# daft-lint: workers=8
import daft
from daft import DataType, col


@daft.cls(max_concurrency=8)
class Tag:
    @daft.method.batch(return_dtype=DataType.string(), batch_size=20)
    def __call__(self, titles):
        return titles.to_pylist()


tag = Tag()
df = daft.range(32_000, partitions=16).with_column("title", col("id").cast(DataType.string()))
df = df.into_batches(2_000).with_column("tag", tag(col("title")))
df.write_parquet("tags")
