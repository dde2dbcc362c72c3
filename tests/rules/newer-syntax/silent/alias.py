Paths = list[str]

import daft

df = daft.read_parquet("s3://rows/*.parquet")
df.write_parquet("out")
