# daft-lint: workers=2, cpus-per-worker=8
"""A pool gets the rows of a task as one message, also where each call gets a single row."""

import daft
from daft import col

daft.set_runner_ray()


@daft.cls(max_concurrency=4)
class Describe:
    def __call__(self, image: bytes) -> str:
        return str(len(image))


df = daft.read_parquet("s3://scans/*.parquet")  # daft-lint: rows=80_000, partitions=16
df = df.with_column("image", col("bytes").decode_image())
df = df.with_column("about", Describe()(col("image")))  # expect
df.write_parquet("s3://scans/about")
