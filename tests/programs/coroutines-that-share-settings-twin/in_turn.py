import asyncio

import daft
from udfs import embed_of


class Settings:
    batch = 10


async def shrink():
    Settings.batch = 10


async def grow():
    await asyncio.sleep(0.01)
    Settings.batch = 400


async def main():
    await asyncio.wait_for(shrink(), timeout=1)
    await grow()
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(Settings.batch).run(df["id"]))  # finds DFT102 certain: batch_size=400
    df.write_parquet("out")


asyncio.run(main())
