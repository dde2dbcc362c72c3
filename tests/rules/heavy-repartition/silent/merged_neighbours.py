import daft
from daft import col

# daft-lint: partitions=64
df = daft.read_parquet("s3://bucket/index/*.parquet")
df = df.with_column("image", col("url").download())
df.into_partitions(8).write_parquet("s3://bucket/images")
