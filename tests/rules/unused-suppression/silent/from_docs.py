import daft

df = daft.read_parquet("s3://small/")
df = df.into_partitions(8)
df.write_parquet("out")
