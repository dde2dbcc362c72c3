import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    def __init__(self):
        raise RuntimeError("nothing may run")

    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=50)
    def run(self, values):
        return values


vector = Embed().run(col("id"))
df = daft.from_pydict({"id": list(range(1600))}).into_partitions(4)
df = df.with_column("v", vector)
df = df.with_column("above", col("v") + 1)
df = df.with_column("id", vector)
df = df.with_column("w", vector)
df = df.with_column("x", Embed().run(col("above"))).with_column("y", Embed().run(col("above")))
