# migration: safe
import datetime

import daft
from daft import DataType

POINT = DataType.struct({"x": DataType.float64(), "label": DataType.string()})


@daft.udf(return_dtype=POINT)
def point(x):
    return [{"x": v, "label": None} if v else {"label": "zero"} for v in x]


@daft.udf(return_dtype=DataType.list(DataType.string()))
def words(x):
    return [["a"] * v for v in x]


@daft.udf(return_dtype=DataType.embedding(DataType.float32(), 2))
def embedding(x):
    return [[v, v / 3] for v in x]


@daft.udf(return_dtype=DataType.tensor(DataType.float32()))
def tensor(x):
    import numpy as np

    return [np.full((v + 1, 2), v, dtype="float32") for v in x]


@daft.udf(return_dtype=DataType.timestamp("us"))
def moment(x):
    return [datetime.datetime(2020, 1, 1 + v) for v in x]


@daft.udf(return_dtype=DataType.binary())
def raw(x):
    return [b"x" * v if v else None for v in x]


@daft.udf(return_dtype=int)
def number(x):
    return [float(v) for v in x]


def main():
    df = daft.from_pydict({"x": [0, 1, 2]})
    columns = [
        point(df["x"]).alias("point"),
        words(df["x"]).alias("words"),
        embedding(df["x"]).alias("embedding"),
        tensor(df["x"]).alias("tensor"),
        moment(df["x"]).alias("moment"),
        raw(df["x"]).alias("raw"),
        number(df["x"]).alias("number"),
    ]
    return [repr(row) for row in df.select(*columns).to_pylist()]
