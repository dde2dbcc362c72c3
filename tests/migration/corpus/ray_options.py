# migration: unsafe
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.int64(), ray_options={"max_restarts": 1})
def same(x):
    return x


def main():
    return daft.from_pydict({"x": [1, 2]}).select(same(col("x"))).to_pydict()
