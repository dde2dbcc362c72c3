# daft-lint: workers=8, cpus-per-worker=16, gpus-per-worker=1
"""Their actors add up: each GPU has one."""

import daft
from daft import DataType, col


@daft.cls(max_concurrency=4, gpus=1)
class Detect:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=16)
    def __call__(self, images):
        return [None for _ in images]


@daft.cls(max_concurrency=4, gpus=1)
class Caption:
    @daft.method.batch(return_dtype=DataType.string(), batch_size=16)
    def __call__(self, images):
        return ["" for _ in images]


images = daft.read_parquet("s3://images/").into_partitions(64)
images = images.with_column("boxes", Detect()(col("image")))
images = images.with_column("text", Caption()(col("image")))
images.write_parquet("s3://captions")
