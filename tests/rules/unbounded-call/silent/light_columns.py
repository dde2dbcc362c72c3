# daft-lint: workers=4, cpus-per-worker=16
"""The call reads the name, not the image."""

import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.func.batch(return_dtype=DataType.string())
def folders(paths):
    return [path.rpartition("/")[0] for path in paths.to_pylist()]


df = daft.read_parquet("s3://photos/*.parquet")  # daft-lint: rows=400_000, partitions=64
df = df.with_column("image", col("bytes").decode_image())
df.with_column("folder", folders(col("path"))).write_parquet("s3://photos/folders")
# also DFT113
