# daft-lint: workers=2, cpus-per-worker=16, gpus-per-worker=2
import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.cls(max_concurrency=4, gpus=1)
class Embed:
    @daft.method.batch(return_dtype=DataType.python())
    def __call__(self, images): ...


df = daft.read_parquet("s3://bucket/images/*.parquet")  # daft-lint: rows=200_000, partitions=8
df = df.with_column("image", col("bytes").decode_image())
df = df.with_column("vector", Embed()(col("image")))  # expect
df.write_parquet("s3://bucket/vectors")
