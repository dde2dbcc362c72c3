# daft-lint: workers=2
"""Scenario 2 of the article, split as daft-lint advises."""

import time

import daft
from daft import Series, col

SECONDS_PER_ROW = 0.012


@daft.cls(max_concurrency=4)
class MyBatchUdf:
    def __init__(self, seconds_per_row: float):
        self.seconds_per_row = seconds_per_row

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=125)
    def __call__(self, path: Series) -> Series:
        time.sleep(self.seconds_per_row * len(path))
        return path


udf = MyBatchUdf(seconds_per_row=SECONDS_PER_ROW)
paths = [f"file-{i}" for i in range(1000)]
df = daft.from_pydict({"path": paths})
df = df.into_partitions(2)
df = df.with_column("batch", udf(col("path")))
df.collect()
