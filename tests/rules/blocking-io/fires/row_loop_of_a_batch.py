import daft
import httpx
from daft import DataType, Series


@daft.func.batch(return_dtype=DataType.int64(), batch_size=32)
def statuses(urls: Series) -> list[int]:
    codes = []
    for url in urls.to_pylist():
        codes.append(httpx.get(url).status_code)  # expect
    return codes


urls = daft.read_csv("s3://b/urls.csv")
urls.select(statuses(urls["url"])).write_parquet("out")
