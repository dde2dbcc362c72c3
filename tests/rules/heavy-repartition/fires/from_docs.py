import daft
from daft import col

df = daft.from_glob_path("s3://bucket/images/*.jpg")
df = df.with_column("image", col("path").download().decode_image())
df = df.repartition(64)  # expect
df.write_lance("images.lance")
