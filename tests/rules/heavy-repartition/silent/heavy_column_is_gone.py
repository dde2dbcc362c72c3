import daft
from daft import col


@daft.cls(max_concurrency=8)
class Label:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=16)
    def __call__(self, images):
        return [None for _ in images]


df = daft.from_glob_path("s3://bucket/images/*.jpg")
df = df.with_column("image", col("path").download().decode_image())
df = df.with_column("label", Label()(col("image"))).select("path", "label")
df.repartition(8, "label").write_parquet("s3://bucket/labels")
