import daft
from daft import col

daft.set_runner_native()


@daft.cls(max_concurrency=4)
class Thumbnail:
    @daft.method.batch(return_dtype=daft.DataType.binary(), batch_size=8)
    def __call__(self, images):
        return [image[:64] for image in images.to_pylist()]


df = daft.from_glob_path("photos/*.jpg")
df.with_column("thumbnail", Thumbnail()(col("path").download())).write_parquet("thumbnails")
