# migration: safe
import daft
from daft import DataType, col


def main():
    return daft.from_pydict({"x": [1, 2]}).select(same(col("x"))).to_pydict()


@daft.udf(return_dtype=DataType.int64(), concurrency=1)
def same(x):
    return x
