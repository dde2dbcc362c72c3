import zlib

import daft
from daft import col


@daft.func
def good(text: str) -> bool:
    return zlib.crc32(text.encode()) % 7 == 0


df = daft.read_csv("s3://bucket/texts.csv").into_partitions(4)  # expect
df = df.where(good(col("text"))).limit(100)
df.write_parquet("s3://bucket/sample")
