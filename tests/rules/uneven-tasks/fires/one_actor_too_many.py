# daft-lint: workers=2
"""Three actors on two workers, and as many tasks for one actor as for two."""

import daft
from daft import col


@daft.cls(max_concurrency=3, gpus=1)
class Classify:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=50)
    def __call__(self, images):
        return [None for _ in images]


df = daft.range(4_000).into_partitions(4)
df = df.with_column("class", Classify()(col("id")))  # expect
df.write_parquet("classes")
