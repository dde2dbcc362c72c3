import asyncio

import daft
from daft import col


@daft.func(max_concurrency=8)
async def ask(prompt: str) -> str:
    await asyncio.sleep(0.1)
    return prompt


df = daft.read_parquet("prompts.parquet").into_batches(4)
df = df.with_column("answer", ask(col("prompt")))
df.write_parquet("answers")
