import asyncio

import daft
from udfs import embed_of


async def embed(batch):
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(batch).run(df["id"]))  # finds DFT102 certain: batch_size=400
    df.write_parquet("out")


async def main():
    embed(10)
    await embed(400)


asyncio.run(main())
