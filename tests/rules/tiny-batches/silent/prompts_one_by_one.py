# daft-lint: workers=2
"""A handful of actors: they wait for the model, not for the next row."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Ask:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, questions):
        return [None for _ in questions]


df = daft.range(100_000).into_partitions(16)
df.with_column("answer", Ask()(col("id"))).write_parquet("answers")
