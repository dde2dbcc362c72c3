# daft-lint: workers=4
import asyncio

import daft
from daft import col
from udfs import Tuned


class Settings:
    partitions = 4


async def shrink():
    Settings.partitions = 2


async def wait(): ...


def build():
    df = daft.range(1000).into_partitions(Settings.partitions)
    df = df.with_column("v", Tuned().run(col("id")))
    df.write_parquet("out")


kept = shrink()
print(kept)
build()

kept.close()
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
both = asyncio.gather(shrink(), wait())
build()

waiting = asyncio.wait([loop.create_task(shrink())])
build()
loop.run_until_complete(both)
