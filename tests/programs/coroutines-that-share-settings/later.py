import asyncio

import daft
from udfs import embed_of


class Settings:
    batch = 10


async def tune():
    Settings.batch = 400


async def main():
    task = asyncio.create_task(tune())
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(Settings.batch).run(df["id"]))
    df.write_parquet("out")
    await task


asyncio.run(main())
