type Paths = list[str]  # expect

import daft

df = daft.read_parquet("s3://rows/*.parquet")
df.into_partitions(8).write_parquet("out")
