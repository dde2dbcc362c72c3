# migration: safe
from daft import DataType as DataType
from daft import col, from_pydict
from daft import udf as daft_udf


@daft_udf(return_dtype=DataType.float64())
def half(x):
    return x.cast(DataType.float64())


@daft_udf(return_dtype=DataType.float64())
def third(x):
    return [v / 3 for v in x]


def main():
    df = from_pydict({"x": [3, 6]})
    return df.select(half(col("x")).alias("h"), third(col("x")).alias("t")).to_pydict()
