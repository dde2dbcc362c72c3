import daft
from daft import col

df = daft.read_parquet("s3://texts/").repartition(64).collect()
df.into_partitions(4).write_csv("s3://four-files")
