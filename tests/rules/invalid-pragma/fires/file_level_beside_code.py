import daft  # daft-lint: ignore-file[DFT101]  # expect

df = daft.read_parquet("s3://texts/")
df.write_parquet("out")
