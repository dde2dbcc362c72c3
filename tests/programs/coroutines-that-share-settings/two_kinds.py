import asyncio

import daft
from udfs import embed_of


class Settings:
    batch = 400


async def shrink():
    Settings.batch = 10


async def embed():
    await asyncio.sleep(0.01)
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(Settings.batch).run(df["id"]))
    df.write_parquet("out")


async def main():
    await asyncio.gather(embed(), shrink())


asyncio.run(main())
