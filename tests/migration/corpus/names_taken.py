# migration: safe
"""`func` and `cls` mean something else here, so the fix imports `daft`."""

from daft import DataType, col, from_pydict, udf


def func(x):
    return x + 1


@udf(return_dtype=DataType.int64())
def plus(x):
    return [func(v) for v in x]


@udf(return_dtype=DataType.int64())
class Times:
    def __init__(self, by=2):
        self.by = by

    def __call__(self, x):
        return [func(v) * self.by for v in x]


def main():
    df = from_pydict({"x": [1, 2]})
    return df.select(plus(col("x")).alias("p"), Times(col("x")).alias("t")).to_pydict()
