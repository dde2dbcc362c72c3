# daft-lint: workers=8, cpus-per-worker=8, gpus-per-worker=1
"""Six morsels: no more than six actors get one."""

import daft
from daft import DataType, col


@daft.cls(max_concurrency=2, gpus=1)
class Transcribe:
    @daft.method.batch(return_dtype=DataType.string(), batch_size=64)
    def __call__(self, audio):
        return ["" for _ in audio]


df = daft.read_parquet("s3://calls/*.parquet")  # daft-lint: rows=384, partitions=2
df = df.with_column("text", Transcribe()(col("audio")))  # expect
df.write_parquet("s3://transcripts")
