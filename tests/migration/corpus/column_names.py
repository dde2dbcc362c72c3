# migration: safe
"""The new column is named after the first argument."""

import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.int64())
def add(x, y):
    return [a + b for a, b in zip(x, y)]


def main():
    df = daft.from_pydict({"p": [1], "q": [2]})
    return [
        df.select(add(col("p"), col("q"))).to_pydict(),
        df.select(add(x=col("q"), y=col("p"))).to_pydict(),
        df.select(add(col("q") + 1, y=col("p"))).to_pydict(),
    ]
