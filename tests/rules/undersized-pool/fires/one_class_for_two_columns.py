# daft-lint: workers=8, cpus-per-worker=4
"""Two pools of two actors each, and one option says how large both are."""

import daft
from daft import DataType, col


@daft.cls(max_concurrency=2)
class Clean:
    @daft.method.batch(return_dtype=DataType.string(), batch_size=32)
    def __call__(self, texts):
        return texts.to_pylist()


clean = Clean()
df = daft.read_parquet("s3://pages/").into_partitions(64)
df = df.with_column("title", clean(col("title")))  # expect
df = df.with_column("body", clean(col("body")))
df.write_parquet("s3://clean")
