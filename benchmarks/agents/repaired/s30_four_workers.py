"""Downloads without a pool and a pool behind them, on four workers, from one listing."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Embed:
    def __init__(self):
        import open_clip

        self.model, _, self.prepare = open_clip.create_model_and_transforms("ViT-B-32")

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=64)
    def __call__(self, images: daft.Series):
        return self.model.encode_image(images.to_pylist()).tolist()


# daft-lint: workers=4
# daft-lint: rows=3_200
images = daft.from_glob_path("s3://media/products/*.jpg")
images = images.into_partitions(32).with_column("image", col("path").download().decode_image())
images = images.with_column("vector", Embed()(col("image")))
images.select("path", "vector").write_parquet("s3://media/product-vectors")
