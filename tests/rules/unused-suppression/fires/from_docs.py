import daft

df = daft.read_parquet("s3://small/")
df = df.into_partitions(8)  # daft-lint: ignore[DFT101] small data  # expect
df.write_parquet("out")
