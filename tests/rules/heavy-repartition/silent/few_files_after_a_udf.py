# Nobody knows how many files there are: with more than 16, the UDF would get fewer tasks.
import daft
from daft import col


@daft.func.batch(return_dtype=daft.DataType.float32())
def score(images: daft.Series):
    return images


daft.set_runner_ray()
df = daft.read_parquet("s3://bucket/meta/*.parquet")
df = df.with_column("image", col("url").download().decode_image())
df = df.with_column("score", score(col("image")))
df.into_partitions(16).write_parquet("s3://bucket/out/")
