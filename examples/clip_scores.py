"""Images are listed, fetched and scored on GPUs, without a pool. The listing is one partition."""

import daft
from daft import col


@daft.cls(gpus=1)
class Clip:
    def __init__(self):
        from transformers import CLIPModel

        self.model = CLIPModel.from_pretrained("openai/clip-vit-base-patch32").to("cuda")

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=64)
    def __call__(self, images: daft.Series):
        return self.model.get_image_features(images.to_pylist()).cpu().tolist()


# daft-lint: workers=8, gpus-per-worker=1
df = daft.from_glob_path("s3://media/images/*.jpg")
df = df.with_column("image", col("path").download().decode_image())
df = df.with_column("score", Clip()(col("image")))
df.select("path", "score").write_parquet("s3://media/scores")
