# daft-lint: workers=4, cpus-per-worker=16
"""Decoded right in the call."""

import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.func.batch(return_dtype=DataType.float64())
def brightness(images):
    return [float(one.mean()) for one in images.to_pylist()]


df = daft.read_parquet("s3://photos/*.parquet")  # daft-lint: rows=400_000, partitions=64
df = df.with_column("brightness", brightness(col("bytes").decode_image()))  # expect
df.write_parquet("s3://photos/brightness")
