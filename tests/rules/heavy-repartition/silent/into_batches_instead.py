import daft
from daft import col

df = daft.from_glob_path("s3://bucket/images/*.jpg").into_partitions(16)
df = df.with_column("image", col("path").download().decode_image())
df.into_batches(64).write_lance("images.lance")
