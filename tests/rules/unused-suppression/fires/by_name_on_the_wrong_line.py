import daft
from daft import col

df = daft.from_glob_path("s3://texts/*.txt")  # daft-lint: ignore[redundant-repartition]  # expect
df = df.select("path")
df = df.repartition(64).into_partitions(24)
df.write_parquet("s3://listing")
# also DFT202
