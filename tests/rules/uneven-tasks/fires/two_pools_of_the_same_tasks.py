# daft-lint: workers=2
"""One number to change is one finding."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=100)
    def __call__(self, texts):
        return [None for _ in texts]


@daft.cls(max_concurrency=4)
class Score:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=100)
    def __call__(self, vectors):
        return [None for _ in vectors]


df = daft.range(3_000).into_partitions(3)
df = df.with_column("vector", Embed()(col("id")))  # expect
df = df.with_column("score", Score()(col("vector")))
df.write_lance("vectors.lance")
