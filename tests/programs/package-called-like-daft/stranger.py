import daft
import daft_utils

class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...

embed = daft_utils.cls(Embed, max_concurrency=8)()
df = daft.range(1000)
df = df.with_column("v", embed.run(df["id"]))
df.write_parquet("out")

df = daft_utils.range(1000)
df = df.with_column("v", daft.cls(Embed, max_concurrency=8)().run(df["id"]))
df.write_parquet("out")
