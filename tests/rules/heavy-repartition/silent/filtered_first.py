"""Few rows may be left to move; all paths would be more."""

import daft
from daft import col

df = daft.from_glob_path("s3://bucket/images/*.jpg")
df = df.with_column("image", col("path").download().decode_image())
df = df.where(col("image").is_null()).repartition(8)
df.write_lance("broken.lance")
