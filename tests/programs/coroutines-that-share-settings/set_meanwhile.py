import asyncio

import daft
from udfs import embed_of


class Settings:
    batch = 400


async def embed():
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(Settings.batch).run(df["id"]))
    df.write_parquet("out")


async def main():
    async with asyncio.TaskGroup() as group:
        group.create_task(embed())
        Settings.batch = 10


asyncio.run(main())
