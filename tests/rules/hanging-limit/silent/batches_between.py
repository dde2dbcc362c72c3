import daft

df = daft.read_parquet("s3://bucket/pages/*.parquet").limit(1_000)
df.into_batches(100).into_partitions(4).write_parquet("s3://bucket/sample")
