import daft
import httpx
from daft import DataType, Series, col


@daft.func.batch(return_dtype=DataType.int64())
def statuses(urls: Series) -> list[int]:
    return [httpx.get(url).status_code for url in urls.to_pylist()]


df = daft.from_pydict({"url": ["https://a.example", "https://b.example"]})
print(df.select(statuses(col("url"))).to_pydict())
