import daft
import requests
from daft import col


@daft.func
def status(url: str) -> int:
    return requests.get(url).status_code


daft.read_parquet("urls.parquet").with_column("status", status(col("url"))).show()
