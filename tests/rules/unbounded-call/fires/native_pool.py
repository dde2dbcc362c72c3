"""On the native runner the message goes to a process."""

import daft
from daft import DataType, col

daft.set_runner_native()


@daft.cls(max_concurrency=2)
class Embed:
    @daft.method.batch(return_dtype=DataType.python())
    def __call__(self, images):
        return images.to_pylist()


df = daft.read_parquet("images/*.parquet")  # daft-lint: rows=50_000, partitions=10
df = df.with_column("image", col("bytes").decode_image())
df = df.with_column("vector", Embed()(col("image")))  # expect
df.write_parquet("vectors")
