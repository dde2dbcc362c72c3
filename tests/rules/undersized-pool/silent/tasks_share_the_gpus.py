# daft-lint: workers=8, cpus-per-worker=16, gpus-per-worker=1
"""A UDF without a pool takes the GPUs that the pool leaves."""

import daft
from daft import DataType, col


@daft.cls(max_concurrency=2, gpus=1)
class Rank:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=64)
    def __call__(self, images):
        return [None for _ in images]


@daft.func.batch(return_dtype=DataType.python(), gpus=1)
def embed(images):
    return [None for _ in images]


images = daft.read_parquet("s3://images/").into_partitions(64)
images = images.with_column("vector", embed(col("image")))
images = images.with_column("rank", Rank()(col("vector")))
images.write_parquet("s3://ranks")
