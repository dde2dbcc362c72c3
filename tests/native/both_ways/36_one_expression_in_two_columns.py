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
df = daft.from_pydict({"id": list(range(1600)), "k": list(range(1600))}).into_partitions(4)
for name in ["v", "w"]:
    df = df.with_column(name, vector)
df = df.where(col("k") > 0).with_columns({"x": vector, "y": vector + 1})
