import daft
from settings import ACTORS, SIZE


@daft.cls(max_concurrency=ACTORS)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=SIZE)
    def run(self, ids): ...


df = daft.range(1000)
df = df.with_column("v", Embed().run(df["id"]))
df.write_parquet("out")
