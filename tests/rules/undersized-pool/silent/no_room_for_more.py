# daft-lint: workers=4, cpus-per-worker=4
"""The other pool has all but two of the CPUs."""

import daft
from daft import DataType, col


@daft.cls(max_concurrency=2)
class Split:
    @daft.method.batch(return_dtype=DataType.string(), batch_size=32)
    def __call__(self, pages):
        return pages.to_pylist()


@daft.cls(max_concurrency=14)
class Parse:
    @daft.method.batch(return_dtype=DataType.string(), batch_size=32)
    def __call__(self, pages):
        return pages.to_pylist()


pages = daft.read_parquet("s3://pages/").into_partitions(64)
pages = pages.with_column("parts", Split()(col("page")))
pages = pages.with_column("text", Parse()(col("parts")))
pages.write_parquet("s3://text")
