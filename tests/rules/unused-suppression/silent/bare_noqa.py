import daft  # noqa

df = daft.read_parquet("s3://small/")  # NOQA
df.write_parquet("out")
