import daft
import requests
from daft import col


@daft.func
def status(url: str) -> int:
    return requests.get(url).status_code  # expect


urls = daft.read_parquet("urls.parquet")
urls.limit(20).with_column("status", status(col("url"))).show()
urls.with_column("status", status(col("url"))).write_parquet("out")
