import asyncio

import daft
import requests


@daft.func
async def status(url: str) -> int:
    response = await asyncio.to_thread(requests.get, url)
    return response.status_code
