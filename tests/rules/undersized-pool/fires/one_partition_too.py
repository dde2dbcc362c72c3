# daft-lint: workers=4, gpus-per-worker=1
"""More actors help as soon as there are tasks for their workers: one listing makes one task."""

import daft
from daft import DataType, col


@daft.cls(max_concurrency=1, gpus=1)
class Transcribe:
    @daft.method.batch(return_dtype=DataType.string(), batch_size=8)
    def __call__(self, paths):
        return ["" for _ in paths]


calls = daft.from_glob_path("s3://calls/**/*.flac")
calls = calls.with_column("text", Transcribe()(col("path")))  # expect
calls.write_parquet("s3://transcripts")
