import daft
from conf import Read
from daft import DataType


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=Read(size=400).batch)
    def run(self, x): return x


df = daft.range(400).into_partitions(2)
df = df.with_column("y", Embed().run(df["id"]))  # finds DFT102 certain: 2 of the 4 actors of `Embed.run`
df.write_parquet("out")
