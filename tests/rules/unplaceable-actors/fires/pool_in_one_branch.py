# daft-lint: workers=2, gpus-per-worker=4
import sys

import daft
from daft import DataType, col


@daft.cls(max_concurrency=9, gpus=1)
class Large:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=16)
    def __call__(self, images):
        return [None for _ in images]


@daft.cls(max_concurrency=8, gpus=1)
class Small:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=16)
    def __call__(self, images):
        return [None for _ in images]


images = daft.read_parquet("s3://images/")
if "--large" in sys.argv:
    images = images.with_column("boxes", Large()(col("image")))  # expect
else:
    images = images.with_column("boxes", Small()(col("image")))
images.write_parquet("s3://boxes")
