# Embed the images of a bucket.
import daft
from daft import col


@daft.cls(gpus=1)
class Clip:
    def __init__(self):
        self.model = load_clip()

    @daft.method.batch(return_dtype=daft.DataType.float32(), batch_size=32)
    def __call__(self, images):
        return self.model.score(images.to_pylist())


df = daft.from_glob_path("s3://media/images/*.jpg")  # daft-lint: rows=20_000
df = df.with_column("image", col("path").download().decode_image())
df = df.with_column("score", Clip()(col("image")))
df.write_parquet("s3://media/scores")
