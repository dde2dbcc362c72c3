# migration: safe
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.float64())
def half(x):
    return [None if v is None else v / 2 for v in x]


def main():
    df = daft.from_pydict({"x": [None, None, None]})
    df = df.with_column("x", col("x").cast(DataType.int64()))
    none = daft.from_pydict({"x": [1, 2]}).where(col("x") > 5)
    return df.select(half(col("x"))).to_pydict(), none.select(half(col("x"))).to_pydict()
