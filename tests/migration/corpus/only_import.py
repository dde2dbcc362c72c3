# migration: safe
import daft as d
from daft import udf  # the decorator


@udf(return_dtype=d.DataType.bool())
def is_even(x: d.Series):
    return [v % 2 == 0 for v in x.to_pylist()]


def main():
    df = d.from_pydict({"x": [1, 2, 3, 4]})
    return df.where(is_even(d.col("x"))).to_pydict()
