# migration: safe
"""What a batch may return: a Series, a list, NumPy and Arrow arrays."""

import daft
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from daft import DataType


@daft.udf(return_dtype=DataType.int64())
def as_series(x):
    return x


@daft.udf(return_dtype=DataType.float64())
def as_numpy(x):
    return np.sqrt(x.to_arrow().to_numpy(zero_copy_only=False).astype("float64"))


@daft.udf(return_dtype=DataType.int64())
def as_arrow(x, y):
    return pc.add(pa.array(x.to_pylist()), pa.array(y.to_pylist()))


@daft.udf(return_dtype=DataType.fixed_size_list(DataType.float32(), 2))
def as_matrix(x):
    return np.ones((len(x), 2))


@daft.udf(return_dtype=DataType.string())
def as_cast(x):
    return x


def main():
    df = daft.from_pydict({"x": [1, 4, 9], "y": [10, None, 30]})
    return df.select(
        as_series(df["x"]).alias("series"),
        as_numpy(df["x"]).alias("numpy"),
        as_arrow(df["x"], df["y"]).alias("arrow"),
        as_matrix(df["x"]).alias("matrix"),
        as_cast(df["x"]).alias("cast"),
    ).to_pydict()
