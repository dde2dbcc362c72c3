import daft

df = daft.read_parquet("s3://bucket/pages/*.parquet").limit(1_000)
print(df.into_partitions(8).count_rows())  # expect
