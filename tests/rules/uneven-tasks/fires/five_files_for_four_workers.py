# daft-lint: workers=4, cpus_per_worker=8
"""The files are what they are; into_partitions cuts each of them in pieces."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Tag:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=50)
    def __call__(self, titles):
        return [None for _ in titles]


# daft-lint: rows=40_000, partitions=5
df = daft.read_parquet("s3://bucket/titles/*.parquet")
df = df.with_column("tag", Tag()(col("title")))  # expect
df.write_parquet("s3://bucket/tags")
