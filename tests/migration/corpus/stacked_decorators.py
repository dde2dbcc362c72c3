# migration: safe
import functools

import daft
from daft import DataType, col


def logged(function):
    @functools.wraps(function)
    def around(*args, **kwargs):
        return function(*args, **kwargs)

    return around


@daft.udf(return_dtype=DataType.int64())
@logged
def double(x, by=2):
    return [v * by for v in x]


def main():
    df = daft.from_pydict({"x": [1, 2, 3]})
    return df.select(double(col("x")).alias("a"), double(col("x"), by=3).alias("b")).to_pydict()
