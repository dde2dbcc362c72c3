# daft-lint: workers=8
"""A random shuffle of few rows is uneven too."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Transcribe:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, recordings):
        return [None for _ in recordings]


# daft-lint: rows=64, partitions=1
df = daft.from_glob_path("s3://bucket/recordings/*.wav").repartition(8)
df = df.with_column("words", Transcribe()(col("path")))  # expect
df.write_parquet("s3://bucket/words")
