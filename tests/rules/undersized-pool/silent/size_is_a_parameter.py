# daft-lint: workers=8, gpus-per-worker=1
"""Two is what a caller gets that says nothing."""

import daft
from daft import DataType, col


class Embed:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=64)
    def __call__(self, images):
        return [None for _ in images]


def embed(frame: daft.DataFrame, actors: int = 2) -> daft.DataFrame:
    pool = daft.cls(Embed, max_concurrency=actors, gpus=1)
    return frame.with_column("vector", pool()(col("image")))


def run(actors: int = 2) -> None:
    images = daft.read_parquet("s3://images/").into_partitions(64)
    embed(images, actors).write_parquet("s3://vectors")
