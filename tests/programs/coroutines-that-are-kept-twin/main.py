# daft-lint: workers=4
import asyncio

import daft
from daft import col
from udfs import Tuned


class Settings:
    partitions = 4


async def shrink():
    Settings.partitions = 2


def build():
    df = daft.range(1000).into_partitions(Settings.partitions)
    df = df.with_column("v", Tuned().run(col("id")))  # finds DFT101 certain: 2 of the 4 actors
    df.write_parquet("out")


asyncio.run(shrink())
kept = shrink()
build()
asyncio.run(kept)
