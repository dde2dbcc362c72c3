import daft
from company.makers import integers, pool
from elsewhere import texts


@pool(gpus=0)
class Embed:
    @integers(batch_size=500)
    def run(self, ids): ...

    @texts(batch_size=7)
    def show(self, ids): ...


@pool
class Count:
    @integers(batch_size=250)
    def run(self, ids): ...


df = daft.range(1000)
df.with_column("a", Embed().run(df["id"])).write_parquet("a")  # finds DFT102 certain: 2 of the 4 actors
df.with_column("b", Embed().show(df["id"])).write_parquet("b")
df.with_column("c", Count().run(df["id"])).write_parquet("c")
