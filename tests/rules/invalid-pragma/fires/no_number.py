# daft-lint: workers=four  # expect
import daft

df = daft.read_parquet("s3://texts/")  # daft-lint: rows=1.5, partitions=8  # expect
df.write_parquet("out")
