import asyncio

import daft
from daft import DataType


@daft.cls(max_concurrency=8)
class Ask:
    @daft.method.batch(return_dtype=DataType.string(), batch_size=4)
    async def __call__(self, prompts):
        return await asyncio.gather(*(ask(prompt) for prompt in prompts.to_pylist()))


async def ask(prompt: str) -> str:
    await asyncio.sleep(0.1)
    return prompt
