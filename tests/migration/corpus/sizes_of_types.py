# migration: safe
"""Types whose size is a constant of the file, or of the environment."""

import os

import daft
from daft import DataType, col

DIM = 3
WIDTH = int(os.environ.get("NOBODY_SETS_THIS", "2"))
FLOAT = DataType.float32()


@daft.udf(return_dtype=DataType.fixed_size_list(DataType.float32(), DIM))
def fixed(x):
    return [[float(v)] * DIM for v in x.to_pylist()]


@daft.udf(return_dtype=DataType.embedding(FLOAT, WIDTH))
def embedded(x):
    return [[float(v)] * WIDTH for v in x.to_pylist()]


@daft.udf(return_dtype=DataType.tensor(DataType.float32(), shape=(DIM,)))
def tensors(x):
    return [[float(v)] * DIM for v in x.to_pylist()]


def main():
    df = daft.from_pydict({"x": [1, 2, None]}).where(col("x").not_null())
    df = df.with_column("fixed", fixed(col("x")))
    df = df.with_column("embedded", embedded(col("x")))
    df = df.with_column("tensor", tensors(col("x")))
    return {name: [str(v) for v in values] for name, values in df.to_pydict().items()}
