import sys

import daft

df = daft.read_parquet("s3://bucket/pages/*.parquet")
if "--sample" in sys.argv:
    df = df.limit(100)
else:
    df = df.into_partitions(16)
df.write_parquet("s3://bucket/copy")
