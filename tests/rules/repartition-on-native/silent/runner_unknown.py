import daft

df = daft.read_parquet("s3://texts/").repartition(16)
df.write_parquet("out")
