# daft-lint: workers=1
"""A row-wise UDF on a partition for each actor."""

import time

import daft
from daft import col

SECONDS_PER_ROW = 0.005


@daft.cls(max_concurrency=4)
class Work:
    def __call__(self, path: str) -> str:
        time.sleep(SECONDS_PER_ROW)
        return path


df = daft.from_pydict({"path": [f"file-{i}" for i in range(1_600)]})
df = df.into_partitions(4)
df = df.with_column("done", Work()(col("path")))
df.collect()
