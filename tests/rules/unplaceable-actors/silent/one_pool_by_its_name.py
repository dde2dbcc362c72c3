# daft-lint: workers=2, gpus-per-worker=4
"""Of the rounds of the loop, one makes a pool."""

import sys

import daft
from daft import DataType, col


@daft.cls(max_concurrency=8, gpus=1)
class Large:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=16)
    def __call__(self, images):
        return [None for _ in images]


@daft.cls(max_concurrency=6, gpus=1)
class Small:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=16)
    def __call__(self, images):
        return [None for _ in images]


images = daft.read_parquet("s3://images/")
for name, detect in (("large", Large()), ("small", Small())):
    if name == sys.argv[1]:
        images = images.with_column("boxes", detect(col("image")))
images.write_parquet("s3://boxes")
