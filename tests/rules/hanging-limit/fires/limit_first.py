import daft

df = daft.read_parquet("s3://bucket/pages/*.parquet")
df = df.limit(1_000)
df = df.into_partitions(8)  # expect
df.write_parquet("s3://bucket/sample")
