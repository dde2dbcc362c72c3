import daft

path = "s3://texts/"
df = daft.read_parquet(path)  # daft-lint: rows=1_000_000
df.write_parquet("out")
