#daft-lint:workers=4
import daft

df = daft.read_parquet("s3://texts/")  #  Daft-Lint:  rows = 0 , partitions = 8
df.write_parquet("out")
