import daft

df = daft.read_parquet("s3://texts/")
df = df.into_partitions(8)  # noqa: E501, DFT199  # expect
df.write_parquet("out")
