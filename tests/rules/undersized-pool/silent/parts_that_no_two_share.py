# daft-lint: workers=1, cpus-per-worker=64, gpus-per-worker=4
"""No GPU holds two actors of three quarters: each of the four has one."""

import daft
from daft import DataType, col


@daft.cls(max_concurrency=4, gpus=0.75)
class Detect:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=16)
    def __call__(self, images):
        return [None for _ in images]


images = daft.read_parquet("s3://images/")
images = images.with_column("boxes", Detect()(col("image")))
images.write_parquet("s3://boxes")
