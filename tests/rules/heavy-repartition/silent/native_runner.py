import daft
from daft import col

daft.set_runner_native()
df = daft.from_glob_path("s3://bucket/images/*.jpg")
df = df.with_column("image", col("path").download().decode_image())
df.repartition(64).write_lance("images.lance")
