# daft-lint: workers=2, cpus-per-worker=16
import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.func.batch(return_dtype=DataType.python())
def embed(images):
    return images.to_pylist()


df = daft.read_parquet("s3://photos/*.parquet")  # daft-lint: rows=6_400, partitions=64
df = df.with_column("image", col("bytes").decode_image())
df.with_column("vec", embed(col("image"))).write_lance("s3://b/vecs.lance")
