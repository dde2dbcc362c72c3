import asyncio

import daft
from udfs import embed_of


async def embed(batch):
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(batch).run(df["id"]))
    df.write_parquet("out")


async def main():
    embed(400)
    await embed(10)


asyncio.run(main())
