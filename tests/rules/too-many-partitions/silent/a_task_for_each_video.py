# daft-lint: workers=8
"""A row may take minutes."""

import daft
from daft import col


@daft.cls(max_concurrency=16, gpus=1)
class Summarise:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, videos):
        return [None for _ in videos]


# daft-lint: rows=5_000, partitions=1
df = daft.from_glob_path("s3://videos/*.mp4").into_partitions(5_000)
df.with_column("summary", Summarise()(col("path"))).write_lance("summaries.lance")
