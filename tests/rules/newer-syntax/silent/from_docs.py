from typing import TypeAlias

import daft

Paths: TypeAlias = list[str]

df = daft.read_parquet("s3://rows/*.parquet")
df.write_parquet("out")
