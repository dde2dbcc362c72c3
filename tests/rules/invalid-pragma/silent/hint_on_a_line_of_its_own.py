import daft

# daft-lint: rows=10_000, partitions=4
df = daft.read_parquet(
    "s3://texts/",
)
df.write_parquet("out")
