import daft
from daft import DataType


def use(batch, actors=4):
    @daft.cls(max_concurrency=actors)
    class Embed:
        @daft.method.batch(return_dtype=DataType.int64(), batch_size=batch)
        def run(self, x): return x

    df = daft.range(400).into_partitions(2)
    df = df.with_column("y", Embed().run(df["id"]))  # finds DFT102 certain via cleared.py: 3 of the 4 processes
    df.write_parquet("out")
