# daft-lint: workers=4, cpus-per-worker=16
"""A download hands its rows on in pieces of 128, also through decodes."""

import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.func.batch(return_dtype=DataType.python())
def embed(images):
    return images.to_pylist()


df = daft.read_csv("urls.csv")  # daft-lint: rows=200_000, partitions=8
df = df.with_column("image", col("url").download().decode_image())
df.with_column("vec", embed(col("image"))).write_lance("s3://b/vecs.lance")
