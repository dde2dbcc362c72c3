"""The limit moves before into_batches, and stands beside into_partitions."""

import daft
from daft import col

df = daft.from_glob_path("s3://bucket/*.jpg").into_partitions(8)  # expect
df = df.into_batches(100).with_column("image", col("path").download())
df.limit(20).write_lance("sample.lance")
