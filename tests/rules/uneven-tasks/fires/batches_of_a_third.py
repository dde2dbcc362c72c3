# daft-lint: workers=2
"""into_batches makes three tasks for two workers."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=25)
    def __call__(self, texts):
        return [None for _ in texts]


# daft-lint: rows=3_000, partitions=1
df = daft.from_glob_path("s3://bucket/pages/*.html")
df = df.into_batches(1_000)
df = df.with_column("vector", Embed()(col("path")))  # expect
df.write_lance("vectors.lance")
