import asyncio

import daft
import httpx


@daft.func
async def status(url: str) -> int:
    async with httpx.AsyncClient() as client:
        await asyncio.sleep(0.1)
        return (await client.get(url)).status_code


@daft.cls
class Status:
    def __init__(self) -> None:
        self.client = httpx.AsyncClient()

    async def __call__(self, url: str) -> int:
        response = await self.client.get(url)
        return response.status_code
