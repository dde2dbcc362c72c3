from urllib.request import urlopen

import daft


@daft.func
def fetch(url: str) -> bytes:
    return urlopen(url, timeout=10).read()  # expect


urls = daft.read_csv("s3://b/urls.csv")
urls.select(fetch(urls["url"])).write_parquet("out")
