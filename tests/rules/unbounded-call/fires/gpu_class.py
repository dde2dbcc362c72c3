# daft-lint: workers=4, cpus-per-worker=8, gpus-per-worker=1
"""A class without a pool: a task is one call, and one GPU gets all its frames."""

import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.cls(gpus=1)
class Caption:
    @daft.method.batch(return_dtype=DataType.string())
    def run(self, frames):
        return [str(one.shape) for one in frames.to_pylist()]


df = daft.read_parquet("s3://frames/*.parquet")  # daft-lint: rows=1_000_000, partitions=40
df = df.with_column("frame", col("jpeg").decode_image().resize(224, 224))
df = df.with_column("caption", Caption().run(col("frame")))  # expect
df.write_parquet("s3://frames/captions")
