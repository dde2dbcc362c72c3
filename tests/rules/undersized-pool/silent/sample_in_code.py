# daft-lint: workers=8, gpus-per-worker=1
"""Nobody tunes a hundred rows."""

import daft
from daft import DataType, col


@daft.cls(max_concurrency=2, gpus=1)
class Embed:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=4)
    def __call__(self, images):
        return [None for _ in images]


images = daft.read_parquet("s3://images/").into_partitions(64).limit(100)
images.with_column("vector", Embed()(col("image"))).write_parquet("s3://sample")
