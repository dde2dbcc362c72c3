"""The first pool is fed well; the second takes whole tasks as one batch."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Resize:
    def __init__(self):
        from PIL import Image

        self.image = Image

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=25)
    def __call__(self, images: daft.Series):
        return [self.image.open(one).resize((224, 224)) for one in images.to_pylist()]


@daft.cls(max_concurrency=4)
class Embed:
    def __init__(self):
        import timm

        self.model = timm.create_model("resnet50", pretrained=True)

    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1_000)
    def __call__(self, images: daft.Series):
        return self.model(images.to_pylist()).tolist()


# daft-lint: rows=2_000, partitions=2
images = daft.read_parquet("s3://products/images/*.parquet")
images = images.with_column("small", Resize()(col("image")))
images = images.with_column("vector", Embed()(col("small")))
images.write_parquet("s3://products/vectors")
