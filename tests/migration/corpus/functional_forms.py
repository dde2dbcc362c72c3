# migration: safe
import daft
from daft import DataType, col


def double(x):
    return [v * 2 for v in x]


def triple(x):
    return [v * 3 for v in x]


class Add:
    def __init__(self, n=1):
        self.n = n

    def __call__(self, x):
        return [v + self.n for v in x]


doubled = daft.udf(return_dtype=DataType.int64(), batch_size=2)(double)
tripled = daft.udf(return_dtype=DataType.int64(), concurrency=2)(triple)
added = daft.udf(return_dtype=DataType.int64(), batch_size=2, num_cpus=1)(Add)


def main():
    df = daft.from_pydict({"x": [1, 2, 3]})
    df = df.with_column("a", doubled(col("x"))).with_column("b", tripled(col("x")))
    df = df.with_column("c", added(col("x")))
    df = df.with_column("d", added.with_init_args(5)(col("x")))
    return df.sort("x").to_pydict(), Add(2)([1])
