# daft-lint: workers=1
"""Five batches of 320 rows for four actors."""

import time

import daft
from daft import col

SECONDS_PER_ROW = 0.006


@daft.cls(max_concurrency=4)
class Work:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=320)
    def __call__(self, path):
        time.sleep(SECONDS_PER_ROW * len(path))
        return path


df = daft.from_pydict({"path": [f"file-{i}" for i in range(1_600)]})
df = df.with_column("done", Work()(col("path")))
df.collect()
