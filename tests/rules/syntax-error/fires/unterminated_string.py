import daft

df = daft.read_parquet("s3://bucket/a)  # expect
