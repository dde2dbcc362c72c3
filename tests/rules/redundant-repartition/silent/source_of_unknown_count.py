import daft

df = daft.read_parquet("s3://events/").repartition(1)
df.write_parquet("s3://events-in-one-file")
