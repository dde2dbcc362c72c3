import daft
import requests
from daft import col


@daft.func
def status(url: str) -> int:
    return requests.get(url).status_code  # expect


df = daft.read_parquet("urls.parquet").limit(100_000)
df = df.with_column("status", status(col("url")))
df.write_parquet("out")
