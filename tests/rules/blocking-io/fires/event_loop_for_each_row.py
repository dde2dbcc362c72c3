import asyncio

import aiohttp
import daft


async def fetch(url: str) -> int:
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status


@daft.func
def status(url: str) -> int:
    return asyncio.run(fetch(url))  # expect


@daft.func
def status_in_loop(url: str) -> int:
    loop = asyncio.new_event_loop()
    return loop.run_until_complete(fetch(url))  # expect


df = daft.read_parquet("urls.parquet")
df = df.with_column("status", status(df["url"]))
df.with_column("again", status_in_loop(df["url"])).write_parquet("out")
