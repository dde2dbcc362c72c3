# From a public toolkit: a class without concurrency that fetches one URL after another.
import daft
from daft import DataType, col
from urllib3 import PoolManager, Retry


@daft.cls
class Fetch:
    def __init__(self, timeout: float = 1.0):
        self.http = PoolManager(retries=Retry(2))
        self.timeout = timeout

    @daft.method.batch(return_dtype=DataType.binary())
    def __call__(self, urls):
        return [self._fetch(url) for url in urls.to_pylist()]  # expect

    def _fetch(self, url: str):
        answer = self.http.request("GET", url, timeout=self.timeout)
        return answer.data if answer.status == 200 else None


df = daft.read_parquet("s3://laion/*.parquet")
df.with_column("raw", Fetch()(col("url"))).write_parquet("s3://laion/raw")
