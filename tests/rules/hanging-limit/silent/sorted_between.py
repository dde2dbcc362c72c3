import daft

df = daft.read_parquet("s3://bucket/pages/*.parquet").into_partitions(16)
df.sort("id").limit(10).write_parquet("s3://bucket/first")
