import daft

path = "s3://texts/"
df = daft.read_parquet(path)  # daft-lint: row=1_000_000  # expect
df.write_parquet("out")
