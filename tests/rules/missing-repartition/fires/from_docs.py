# daft-lint: workers=8, gpus-per-worker=1
import daft
from daft import DataType, Series, col

daft.set_runner_ray()


@daft.cls(gpus=1)
class Clip:
    def __init__(self):
        from transformers import CLIPModel

        self.net = CLIPModel.from_pretrained("openai/clip-vit-base-patch32")

    @daft.method.batch(return_dtype=DataType.python(), batch_size=64)
    def __call__(self, images: Series):
        return self.net(images.to_pylist())


df = daft.from_glob_path("s3://bucket/images/*.jpg")
df = df.with_column("image", col("path").download().decode_image())  # expect
df = df.with_column("score", Clip()(col("image")))
df.write_parquet("s3://bucket/scores")
