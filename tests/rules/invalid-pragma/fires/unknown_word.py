# daft-lint: disable  # expect
import daft

# daft-lint: ignored[DFT101]  # expect
df = daft.read_parquet("s3://texts/")
df.write_parquet("out")
