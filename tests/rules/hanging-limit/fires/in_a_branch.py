import sys

import daft

df = daft.read_parquet("s3://bucket/pages/*.parquet").into_partitions(16)  # expect
if "--sample" in sys.argv:
    df = df.limit(100)
df.write_parquet("s3://bucket/copy")
