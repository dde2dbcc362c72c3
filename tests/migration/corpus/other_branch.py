# migration: safe
import os

from daft import DataType, col, from_pydict, udf

if os.environ.get("NOT_SET_ANYWHERE"):
    import daft

    EMPTY = daft.from_pydict({"x": []})
else:

    @udf(return_dtype=DataType.int64())
    def more(x):
        return [one + 1 for one in x]


def main():
    return from_pydict({"x": [1, 2]}).with_column("y", more(col("x"))).to_pydict()
