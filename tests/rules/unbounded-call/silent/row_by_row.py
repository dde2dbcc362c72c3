# daft-lint: workers=4, cpus-per-worker=16
"""Without a pool a row-wise UDF is given one row after another."""

import daft
from daft import col

daft.set_runner_ray()


@daft.func
def about(image: bytes) -> str:
    return str(len(image))


df = daft.read_parquet("s3://photos/*.parquet")  # daft-lint: rows=400_000, partitions=64
df = df.with_column("image", col("bytes").decode_image())
df.with_column("about", about(col("image"))).write_parquet("s3://photos/about")
