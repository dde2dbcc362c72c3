import daft
from sizes import BATCH, workers


@daft.cls(max_concurrency=workers())
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=BATCH)
    def run(self, ids): ...


df = daft.range(4096)
df = df.with_column("v", Embed().run(df["id"]))  # finds DFT102 certain via sizes.py: at least 1 of the 2 to 8 actors
df.write_parquet("out")
