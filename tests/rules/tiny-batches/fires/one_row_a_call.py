# daft-lint: workers=1
"""Thirty-two actors, and one worker that sends off 400 morsels a second."""

import daft
from daft import col


@daft.cls(max_concurrency=32)
class Clean:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.range(100_000)
df = df.with_column("clean", Clean()(col("id")))  # expect
df.write_parquet("clean")
