# daft-lint: workers=1
import daft
from daft import col


@daft.cls(max_concurrency=32)
class Label:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, images):
        return [None for _ in images]


# daft-lint: rows=100_000, partitions=16
df = daft.read_parquet("s3://bucket/urls/*.parquet")
df = df.with_column("image", col("url").download().decode_image())
df.with_column("label", Label()(col("image"))).write_lance("labels.lance")
