import daft
from node import Node

nodes = [Node() for _ in range(12)]


@daft.cls(max_concurrency=Node.count)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


df = daft.range(1000)
df = df.with_column("v", Embed().run(df["id"]))
df.write_parquet("out")
