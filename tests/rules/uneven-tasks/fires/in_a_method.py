import daft
from daft import col


@daft.cls(max_concurrency=4)
class Depth:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=10)
    def __call__(self, frames):
        return [None for _ in frames]


class Frames:
    def __init__(self, df):
        self.df = df
        self.depth = Depth()

    # daft-lint: workers=2
    def run(self):
        df = daft.range(1_500).into_partitions(3)
        df = df.with_column("depth", self.depth(col("id")))  # expect
        return df.write_parquet("depth")
