import daft
from daft import col


@daft.udf(return_dtype=daft.DataType.int64(), concurrency=4, batch_size=800)
class Embed:
    def __init__(self):
        raise RuntimeError("nothing may run")

    def __call__(self, values):
        return values


df = daft.from_pydict({"id": list(range(1600))}).into_partitions(2)
df = df.with_column("v", Embed.override_options(batch_size=50).with_concurrency(8)(col("id")))
