"""Images are listed and embedded; nothing says how large the cluster is."""

import daft
from daft import col

daft.set_runner_ray()


@daft.cls(max_concurrency=8, gpus=1)
class ClipEmbedder:
    def __init__(self, model_name: str):
        from transformers import CLIPModel

        self.model = CLIPModel.from_pretrained(model_name).to("cuda")

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=32)
    def embed(self, images: daft.Series):
        return self.model.get_image_features(images.to_pylist()).tolist()


embedder = ClipEmbedder("openai/clip-vit-base-patch32")

(
    daft.from_glob_path("s3://shop/products/**/*.jpg")
    .with_column("image", col("path").download().decode_image(on_error="null"))
    .with_column("embedding", embedder.embed(col("image")))  # expect
    .select("path", "embedding")
    .write_parquet("s3://shop/embeddings")
)
