# daft-lint: workers=0, cpus-per-worker=4  # expect
import daft

df = daft.read_parquet("s3://texts/")
df.write_parquet("out")
