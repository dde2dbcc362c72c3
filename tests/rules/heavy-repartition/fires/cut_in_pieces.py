"""With each of the pieces Daft writes the bytes of all of them."""

import daft
from daft import col

df = daft.from_glob_path("s3://bucket/pages/*.pdf")
df = df.with_column("page", col("path").download())
df = df.into_partitions(32)  # expect
df.write_lance("pages.lance")
