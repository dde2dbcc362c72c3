import daft
from config import Cluster

class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...

embed = daft.cls(Embed, max_concurrency=Cluster.large().actors)()
df = daft.range(1000)
df = df.with_column("v", embed.run(df["id"]))  # finds DFT102 certain via config.py: 4 of the 8 actors
df.write_parquet("out")

embed = daft.cls(Embed, max_concurrency=Cluster.small().actors)()
df = daft.range(1000)
df = df.with_column("v", embed.run(df["id"]))
df.write_parquet("out")
