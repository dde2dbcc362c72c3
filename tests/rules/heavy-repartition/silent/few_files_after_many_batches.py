# Before the download, 16 partitions would undo the batches, and leave few tasks for the GPUs.
import os

import daft
from daft import DataType, col

TOTAL_CPU = int(os.environ["TOTAL_CPU"])


@daft.cls(gpus=1, max_concurrency=2)
class Embedder:
    @daft.method.batch(return_dtype=DataType.float32(), batch_size=8)
    def encode(self, images: daft.Series):
        return images


daft.set_runner_ray()
df = daft.read_parquet("s3://bucket/meta/*.parquet").select("id", "url")
df = df.into_partitions(2 * TOTAL_CPU)
df = (
    df.into_batches(16)
    .with_column("bytes", col("url").download(max_connections=8))
    .with_column("image", col("bytes").decode_image())
    .with_column("embedding", Embedder().encode(col("image")))
)
df.into_partitions(16).write_parquet("s3://bucket/out/", write_mode="overwrite")
