import daft
import requests
from daft import col


@daft.func
def status(url: str) -> int:
    return requests.get(url).status_code


df = daft.read_parquet("urls.parquet").limit(20)
df = df.with_column("status", status(col("url")))
df.write_parquet("out")
