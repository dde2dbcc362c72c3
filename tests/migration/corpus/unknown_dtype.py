# migration: unsafe
import daft
from daft import DataType, col


def dtype_of(name):
    return getattr(DataType, name)()


@daft.udf(return_dtype=dtype_of("int64"))
def same(x):
    return x


def main():
    return daft.from_pydict({"x": [1, 2]}).select(same(col("x"))).to_pydict()
