import daft
from daft import DataType

DEBUG_COLUMNS = ("vector", "debug")


def embedded():
    @daft.cls(max_concurrency=4)
    class Embed:
        @daft.method.batch(return_dtype=DataType.int64(), batch_size=400)
        def run(self, ids): ...

    df = daft.range(400).into_partitions(2)
    return df.with_column("vector", Embed().run(df["id"]))
