"""Small tasks of heavy rows are easier to shuffle."""

import daft
from daft import col

df = daft.from_glob_path("s3://images/*.jpg")
df = df.with_column("bytes", col("path").download())
df = df.into_batches(64).repartition(32)
df.write_parquet("s3://images-table")
