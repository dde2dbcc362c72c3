# migration: safe
import daft
from daft import DataType, col


def gpus():
    return None


GPUS = gpus()
NONE = 0


@daft.udf(return_dtype=DataType.int64(), num_gpus=GPUS)
def one(x):
    return x


@daft.udf(return_dtype=DataType.int64(), num_gpus=NONE if GPUS is None else 1)
def two(x):
    return x


def main():
    df = daft.from_pydict({"x": [1, 2]})
    return df.select(one(col("x")).alias("a"), two(col("x")).alias("b")).to_pydict()
