# migration: safe
import daft
import numpy as np
from daft import DataType, col


@daft.udf(return_dtype=DataType.image("RGB"))
def paint(x):
    return [np.full((2, 2, 3), v, dtype="uint8") for v in x]


@daft.udf(return_dtype=DataType.float64())
def mean(images):
    return [float(image.mean()) for image in images.to_pylist()]


def main():
    df = daft.from_pydict({"x": [1, 2, 3]})
    return df.select(mean(paint(col("x")))).to_pydict()
