import daft

df = daft.read_parquet("s3://texts/")
df = df.into_partitions(8)  # daft-lint: ignore[missing-repartitions]  # expect
df.write_parquet("out")
