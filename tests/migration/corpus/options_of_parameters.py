# migration: safe
import daft
from daft import DataType, col


def pipeline(actors, rows=4):
    size = rows // 2

    @daft.udf(return_dtype=DataType.int64())
    class Size:
        def __init__(self, n=0):
            self.n = n

        def __call__(self, x):
            return [len(x) + self.n] * len(x)

    sized = Size.with_concurrency(actors).override_options(batch_size=size)

    def run(df):
        return df.with_column("size", sized(col("x"))).sort("x")

    return run


def main():
    return pipeline(2)(daft.from_pydict({"x": list(range(6))})).to_pydict()
