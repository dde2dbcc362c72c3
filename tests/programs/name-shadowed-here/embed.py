import daft
from settings import ACTORS

class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


def of_parameter(ACTORS):
    embed = daft.cls(Embed, max_concurrency=ACTORS)()
    df = daft.range(1000)
    df = df.with_column("v", embed.run(df["id"]))
    df.write_parquet("out")


def of_local():
    ACTORS = 4
    embed = daft.cls(Embed, max_concurrency=ACTORS)()
    df = daft.range(1000)
    df = df.with_column("v", embed.run(df["id"]))
    df.write_parquet("out")


of_parameter(4)
of_local()
ACTORS = 4
embed = daft.cls(Embed, max_concurrency=ACTORS)()
df = daft.range(1000)
df = df.with_column("v", embed.run(df["id"]))
df.write_parquet("out")
