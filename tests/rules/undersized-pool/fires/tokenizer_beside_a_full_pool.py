# daft-lint: workers=8, cpus-per-worker=16, gpus-per-worker=1
"""All GPUs have an actor, and all rows go through one process before."""

import daft
from daft import DataType, col


@daft.cls(max_concurrency=1)
class Tokens:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=256)
    def __call__(self, texts):
        return texts.to_pylist()


@daft.cls(max_concurrency=8, gpus=1)
class Embed:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=256)
    def __call__(self, tokens):
        return [None for _ in tokens]


df = daft.read_parquet("s3://corpus/*.parquet")  # daft-lint: rows=50_000_000, partitions=400
df = df.with_column("ids", Tokens()(col("text")))  # expect
df = df.with_column("vector", Embed()(col("ids")))
df.write_parquet("s3://vectors/")
