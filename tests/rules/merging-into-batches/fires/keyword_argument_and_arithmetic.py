# daft-lint: workers=3
import daft
from daft import col

GPUS = 3
ROWS_PER_GPU = 1_000


@daft.cls(max_concurrency=GPUS, gpus=1)
class Upscale:
    @daft.method.batch(return_dtype=daft.DataType.binary(), batch_size=8)
    def __call__(self, images):
        return images.to_pylist()


images = daft.read_parquet("s3://images/small/")  # daft-lint: rows=2_400, partitions=30
images = images.into_batches(batch_size=GPUS * ROWS_PER_GPU)  # expect
images = images.with_column("large", Upscale()(col("image")))
images.write_parquet("s3://images/large")
