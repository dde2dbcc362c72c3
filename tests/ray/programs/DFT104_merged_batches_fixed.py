# daft-lint: workers=2
"""Small partitions are merged into tasks for both workers."""

import time

import daft
from daft import col

SECONDS_PER_ROW = 0.012


@daft.cls(max_concurrency=4)
class Work:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=100)
    def __call__(self, path):
        time.sleep(SECONDS_PER_ROW * len(path))
        return path


df = daft.from_pydict({"path": [f"file-{i}" for i in range(1_600)]})
df = df.into_partitions(16).into_batches(200)
df = df.with_column("done", Work()(col("path")))
df.collect()
