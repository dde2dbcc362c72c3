# daft-lint: workers=4, cpus-per-worker=4
"""Sixteen CPUs, but each worker holds one actor of three."""

import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.binary(), num_cpus=3, batch_size=8)
class Transcode:
    def __call__(self, videos):
        return videos.to_pylist()


clips = daft.read_parquet("s3://clips/")
clips = clips.with_column("h265", Transcode.with_concurrency(5)(col("video")))  # expect
clips.write_parquet("s3://clips-h265")
# also DFT301
