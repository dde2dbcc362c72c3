# One task would download all of it; 16 are surely more, for the UDF too.
import daft
from daft import col


@daft.func.batch(return_dtype=daft.DataType.float32())
def score(images: daft.Series):
    return images


daft.set_runner_ray()
df = daft.from_glob_path("s3://bucket/images/*.jpg")
df = df.with_column("image", col("path").download().decode_image())
df = df.with_column("score", score(col("image")))
df.into_partitions(16).write_parquet("s3://bucket/out/")  # expect
