import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    def __init__(self):
        raise RuntimeError("nothing may run")

    @daft.method.batch(return_dtype=daft.DataType.int64())
    def run(self, values):
        return values


df = daft.from_pydict({"id": list(range(1600))}).into_partitions(2)
df = df.with_column("v", Embed().run(col("id")))
