# migration: safe
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.int64())
def total(x):
    return [sum(x)]


def main():
    df = daft.from_pydict({"k": ["a", "a", "b"], "x": [1, 2, 3]})
    grouped = df.groupby("k").map_groups(total(col("x"))).sort("k").to_pydict()
    summed = df.groupby("k").agg(total(col("x"))).sort("k").to_pydict()
    return grouped, summed
