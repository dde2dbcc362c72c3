from jobs import Alone, Before, BeforeNamed, Behind

import daft


class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


def pool(job):
    return daft.cls(Embed, max_concurrency=job.actors)()


df = daft.range(1000)
ids = df["id"]
df.with_column("v", pool(Before()).run(ids)).write_parquet("a")  # finds DFT102 likely: of the 8
df.with_column("v", pool(BeforeNamed()).run(ids)).write_parquet("b")  # finds DFT102 likely: of the 8
df.with_column("v", pool(Behind()).run(ids)).write_parquet("c")  # finds DFT102 certain: of the 8
df.with_column("v", pool(Alone()).run(ids)).write_parquet("d")  # finds DFT102 certain: of the 8
