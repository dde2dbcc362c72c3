from concurrent.futures import ThreadPoolExecutor

import daft
import urllib3
from daft import DataType, Series


@daft.cls
class Fetch:
    def __init__(self) -> None:
        self.http = urllib3.PoolManager()

    @daft.method.batch(return_dtype=DataType.binary(), batch_size=1000)
    def __call__(self, urls: Series) -> list[bytes]:
        with ThreadPoolExecutor(64) as pool:
            return list(pool.map(self._fetch, urls.to_pylist()))

    def _fetch(self, url: str) -> bytes:
        return self.http.request("GET", url).data


df = daft.read_parquet("urls.parquet")
df.with_column("raw", Fetch()(df["url"])).write_parquet("out")
