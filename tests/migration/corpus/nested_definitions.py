# migration: safe unsafe
import daft
from daft import DataType, col


def pipeline(df, n):
    @daft.udf(return_dtype=DataType.int64(), concurrency=2)
    def add(x):
        return [v + n for v in x]

    @daft.udf(return_dtype=DataType.int64(), batch_size=2)
    class Times:
        def __init__(self):
            self.n = n

        def __call__(self, x):
            return [v * self.n for v in x]

    return df.with_column("a", add(col("x"))).with_column("b", Times(col("x")))


def main():
    return pipeline(daft.from_pydict({"x": [1, 2, 3]}), 4).sort("x").to_pydict()
