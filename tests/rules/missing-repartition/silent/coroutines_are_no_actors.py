# daft-lint: workers=4
import aiohttp
import daft
from daft import col


@daft.cls(max_concurrency=32)
class Fetch:
    """Thirty-two coroutines, not thirty-two actors."""

    async def __call__(self, url: str) -> str:
        async with aiohttp.ClientSession() as session:
            async with session.get(url) as response:
                return await response.text()


@daft.func(max_concurrency=16)
async def head(url: str) -> int:
    async with aiohttp.ClientSession() as session:
        async with session.head(url) as response:
            return response.status


urls = daft.from_pydict({"url": [f"https://example.com/{n}" for n in range(10_000)]})
urls = urls.with_column("status", head(col("url"))).with_column("body", Fetch()(col("url")))
urls.write_parquet("pages")
