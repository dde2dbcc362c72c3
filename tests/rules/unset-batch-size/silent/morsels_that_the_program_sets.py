# daft-lint: workers=1
"""Batches have up to 100 rows, as the program says itself: all actors get some."""

import daft
from daft import DataType, col

daft.set_execution_config(default_morsel_size=100)


@daft.cls(max_concurrency=4)
class Caption:
    @daft.method.batch(return_dtype=DataType.int64())
    def run(self, ids):
        return ids


df = daft.range(10_000, partitions=2)
df.with_column("caption", Caption().run(col("id"))).write_parquet("out")
