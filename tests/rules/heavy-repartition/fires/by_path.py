import daft
from daft import col


@daft.cls(max_concurrency=8, gpus=1)
class Caption:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=16)
    def __call__(self, photos):
        return [None for _ in photos]


df = daft.from_glob_path("s3://bucket/photos/*.png")
df = df.with_column("photo", col("path").download().decode_image())
df = df.repartition(16, "path")  # expect
df = df.with_column("caption", Caption()(col("photo")))
df.select("path", "caption").write_parquet("s3://bucket/captions")
