# migration: safe
import daft
from daft import DataType, col

FACTOR = 10


@daft.udf(return_dtype=DataType.int64())
def scaled(x, factor, *, offset=0, names=("a",)):
    return [v * factor + offset + len(names) for v in x]


@daft.udf(return_dtype=DataType.int64())
def total(*columns):
    return [sum(row) for row in zip(*columns)]


def main():
    df = daft.from_pydict({"x": [1, 2], "y": [3, 4]})
    return df.select(
        scaled(col("x"), FACTOR).alias("a"),
        scaled(col("x"), 2, offset=5, names=["p", "q"]).alias("b"),
        scaled(x=df["y"], factor=3).alias("c"),
        total(col("x"), col("y"), col("x") + 1).alias("d"),
        total(scaled(col("x"), 2), col("y")).alias("e"),
    ).to_pydict()
