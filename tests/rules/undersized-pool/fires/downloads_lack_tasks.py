# daft-lint: workers=4, cpus-per-worker=8, gpus-per-worker=1
"""One cause for the downloads, which one worker does alone, another one for the GPUs."""

import daft
from daft import DataType, col


@daft.cls(max_concurrency=1, gpus=1)
class Embed:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=64)
    def __call__(self, images):
        return [None for _ in images]


images = daft.from_glob_path("s3://images/**/*.jpg")
images = images.with_column("image", col("path").download())
images = images.with_column("vector", Embed()(col("image")))  # expect
images.write_parquet("s3://vectors")
# also DFT101
