import daft
from daft import col

df = daft.read_parquet("s3://events/").repartition(16, "user")
df = df.groupby("user").agg(col("amount").sum()).sort("amount")
df.write_parquet("s3://totals")
