# daft-lint: workers=2, gpus-per-worker=4
import daft
from daft import DataType, col


@daft.cls(max_concurrency=8, gpus=1)
class Detect:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=16)
    def __call__(self, images):
        return [None for _ in images]


@daft.cls(max_concurrency=4, gpus=0.5)
class Caption:
    @daft.method.batch(return_dtype=DataType.string(), batch_size=16)
    def __call__(self, images, boxes):
        return ["" for _ in images]


detect, caption = Detect(), Caption()
images = daft.read_parquet("s3://images/")
images = images.with_column("boxes", detect(col("image")))  # expect
images = images.with_column("caption", caption(col("image"), col("boxes")))
images.write_parquet("s3://captions")
