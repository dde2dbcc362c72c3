# migration: safe
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.int64(), num_gpus=0.5, batch_size=2)
def halves(x):
    return [len(x)] * len(x)


@daft.udf(return_dtype=DataType.int64(), num_gpus=1, concurrency=1, batch_size=2)
class Whole:
    def __init__(self, n=1):
        self.n = n

    def __call__(self, x):
        return [v + self.n for v in x]


def main():
    df = daft.from_pydict({"x": [1, 2, 3]})
    df = df.select(halves(col("x")).alias("a"), Whole(col("x")).alias("b"))
    # On Ray, rows come in any order.
    return {name: sorted(values) for name, values in df.to_pydict().items()}
