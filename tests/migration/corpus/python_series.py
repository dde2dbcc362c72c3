# migration: safe
"""A Series of Python objects is handed on as it is."""

import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.python())
def wrap(x):
    return daft.Series.from_pylist([{"v": v, str(v): [v]} for v in x], dtype=DataType.python())


def main():
    return daft.from_pydict({"x": [1, 2]}).select(wrap(col("x"))).to_pydict()
