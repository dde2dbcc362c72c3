# daft-lint: workers=2, gpus-per-worker=4
import sys

import daft
from daft import DataType, col


@daft.cls(max_concurrency=8, gpus=1)
class Detect:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=16)
    def __call__(self, images):
        return [None for _ in images]


@daft.cls(max_concurrency=6, gpus=1)
class Caption:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=16)
    def __call__(self, images):
        return [None for _ in images]


images = daft.read_parquet("s3://images/")
images = images.with_column("boxes", Detect()(col("image")))  # expect
if "--caption" in sys.argv:
    images = images.with_column("caption", Caption()(col("image")))
images.write_parquet("s3://boxes")
