import asyncio

import aiohttp
import daft
from daft import DataType, Series


async def fetch(session: aiohttp.ClientSession, url: str) -> int:
    async with session.get(url) as answer:
        return answer.status


async def fetch_all(urls: list[str]) -> list[int]:
    async with aiohttp.ClientSession() as session:
        return await asyncio.gather(*(fetch(session, url) for url in urls))


@daft.func.batch(return_dtype=DataType.int64(), batch_size=1000)
def status(urls: Series) -> list[int]:
    return asyncio.run(fetch_all(urls.to_pylist()))


df = daft.read_parquet("urls.parquet")
df.with_column("status", status(df["url"])).write_parquet("out")
