import daft
from settings import Settings, Store

settings, store = Settings({"tags": "a,b"}), Store()
print(settings.tags, store.client, store.left, store.again)


@daft.cls(max_concurrency=store.actors)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


df = daft.range(1000)
df = df.with_column("v", Embed().run(df["id"]))  # finds DFT102 certain via settings.py: 4 of the 8 actors
df.write_parquet("out")
