import daft
from daft import col

df = daft.read_parquet("s3://corpus/docs/")
df = df.into_batches(64).repartition(16)  # expect
df.write_parquet("s3://corpus/shuffled")
