"""One file is to be written; before the download it would leave one task for all."""

import daft
from daft import col

# daft-lint: partitions=64
df = daft.read_parquet("s3://bucket/index/*.parquet")
df = df.with_column("image", col("url").download())
df.repartition(1).write_parquet("s3://bucket/one")
