import daft
from config import CONFIG, EXPLICIT

class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...

embed = daft.cls(Embed, max_concurrency=CONFIG.embed.actors)()
df = daft.range(1000)
df = df.with_column("v", embed.run(df["id"]))  # may find DFT102: 4 of the 8 actors
df.write_parquet("out")

embed = daft.cls(Embed, max_concurrency=EXPLICIT.embed.actors)()
df = daft.range(1000)
df = df.with_column("v", embed.run(df["id"]))  # finds DFT102 certain via config.py: 8 of the 12 actors
df.write_parquet("out")

embed = daft.cls(Embed, max_concurrency=EXPLICIT.tag.actors)()
df = daft.range(1000)
df = df.with_column("v", embed.run(df["id"]))
df.write_parquet("out")
