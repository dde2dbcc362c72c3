import daft
from daft import col

df = daft.read_parquet("s3://bucket/a")
df = df.where((col("a") > 0) & (col("b") < 1)))  # expect
df.show()
