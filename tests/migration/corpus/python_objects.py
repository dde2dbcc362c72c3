# migration: safe
"""Lists of Python objects, which the new API would cast."""

import daft
from daft import DataType, Series, col

COUNTS = DataType.map(DataType.string(), DataType.int64())


class Thing:
    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return f"Thing({self.value})"


@daft.udf(return_dtype=DataType.python())
def wrap(x):
    if len(x) == 0:
        return []
    return [{"value": v, str(v): [v]} for v in x]


@daft.udf(return_dtype=daft.DataType.python(), batch_size=2)
class Things:
    def __init__(self, first=None):
        self.first = first

    def __call__(self, x):
        return list(
            Thing(v) if v > 1 else (self.first, "mixed")
            for v in x  # each of them
        )


@daft.udf(return_dtype=COUNTS)
def counts(x):
    return [{str(v): v} for v in x]


@daft.udf(return_dtype=DataType.python())
def same(x: Series):
    return [None] * len(x)


def main():
    df = daft.from_pydict({"x": [1, 2, 3]})
    df = df.select(
        col("x"),
        wrap(col("x")).alias("a"),
        Things(col("x")).alias("b"),
        counts(col("x")).alias("c"),
        same(col("x")).alias("d"),
    )
    # The order of batches is nobody's promise on Ray.
    return repr(df.sort("x").to_pydict()), str(df.schema())
