# daft-lint: ignore-file[unplaceable-actors] the cluster grows  # expect
import daft
from daft import col

df = daft.read_parquet("s3://texts/").where(col("text") != "")
df.write_parquet("s3://clean")
