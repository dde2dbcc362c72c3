import daft
from daft import col
from encoders import encode


@daft.func
def embed(text: str) -> list[float]:
    return encode(text)


import time

df = daft.read_parquet("s3://texts/*.parquet").with_column("vector", embed(col("text")))
for attempt in range(3):
    try:
        df.write_parquet("s3://vectors/")
        break
    except OSError:
        time.sleep(2**attempt)
