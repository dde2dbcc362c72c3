"""Images are listed, fetched and embedded on GPUs. The listing is one partition."""

import daft
from daft import col

EMBEDDING = daft.DataType.embedding(daft.DataType.float32(), 512)


@daft.cls(max_concurrency=4, gpus=1)
class EmbedImage:
    def __init__(self, model: str):
        from transformers import CLIPModel

        self.model = CLIPModel.from_pretrained(model).to("cuda")

    @daft.method.batch(return_dtype=EMBEDDING, batch_size=64)
    def __call__(self, images: daft.Series):
        return self.model.get_image_features(images.to_pylist()).cpu().numpy()


def embed(bucket: str) -> None:
    images = daft.from_glob_path(f"{bucket}/images/*.jpg")
    clip = EmbedImage("openai/clip-vit-base-patch32")
    images = images.with_column("image", col("path").download().decode_image())
    images = images.with_column("embedding", clip(col("image")))
    images.select("path", "embedding").write_parquet(f"{bucket}/embeddings")


if __name__ == "__main__":
    embed("s3://media")
