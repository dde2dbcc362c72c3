"""Images are listed and embedded. A listing is one partition."""

import daft
from daft import col


@daft.cls(max_concurrency=4, gpus=1)
class EmbedImage:
    def __init__(self, model: str):
        from transformers import CLIPModel

        self.model = CLIPModel.from_pretrained(model).to("cuda")

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=64)
    def __call__(self, images: daft.Series):
        return self.model.get_image_features(images.to_pylist()).cpu().tolist()


def embed(bucket: str) -> None:
    # daft-lint: rows=4_000
    images = daft.from_glob_path(f"{bucket}/images/*.jpg")
    images = images.with_column("vector", EmbedImage("openai/clip-vit-base-patch32")(col("path")))
    images.write_parquet(f"{bucket}/vectors")


embed("s3://media")
