import daft
from daft import col

df = daft.read_parquet("s3://corpus/docs/")
df = df.repartition(16)
df.write_parquet("s3://corpus/shuffled")
