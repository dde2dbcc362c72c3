import daft
from daft import col

df = daft.read_csv("s3://raw/*.csv")
df = df.where(col("valid")).into_batches(1_000_000)
df.write_parquet("s3://clean")
