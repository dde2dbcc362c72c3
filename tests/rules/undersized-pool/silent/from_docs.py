# daft-lint: workers=8, gpus-per-worker=1
import daft
from daft import DataType, col


@daft.cls(max_concurrency=8, gpus=1)
class Embed:
    @daft.method.batch(return_dtype=DataType.python(), batch_size=64)
    def __call__(self, images):
        return [None for _ in images]


images = daft.read_parquet("s3://images/").into_partitions(64)
images = images.with_column("vector", Embed()(col("image")))
images.write_parquet("s3://vectors")
