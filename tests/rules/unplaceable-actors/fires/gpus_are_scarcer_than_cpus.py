# daft-lint: workers=4, cpus-per-worker=16, gpus-per-worker=4
"""Too many actors for the CPUs, and for the GPUs, of which there are fewer."""

import daft
from daft import DataType, col


@daft.cls(max_concurrency=128, gpus=1)
class Caption:
    @daft.method.batch(return_dtype=DataType.string(), batch_size=8)
    def run(self, frames):
        return frames


clips = daft.read_parquet("s3://clips/").into_partitions(256)
clips = clips.with_column("text", Caption().run(col("frame")))  # expect
clips.write_parquet("s3://captions")
