import asyncio

import daft
from udfs import embed_of


class Job:
    async def embed(self, part):
        await asyncio.sleep(0.01)
        df = daft.range(400).into_partitions(2)
        df = df.with_column("v", embed_of(self.batch).run(df["id"]))  # finds DFT102 certain: batch_size=400
        df.write_parquet("out")

    async def run(self):
        self.batch = 400
        tasks = [self.embed(0), self.embed(1)]
        await asyncio.gather(*tasks)


asyncio.run(Job().run())
