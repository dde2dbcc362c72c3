import asyncio

import daft


@daft.func(max_concurrency=32)  # expect
async def later(text: str) -> str:
    await asyncio.sleep(0.1)
    return text
