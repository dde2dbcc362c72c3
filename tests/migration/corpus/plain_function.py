# migration: safe
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.int64())
def double(values):
    """Double each value."""
    return [value * 2 for value in values]


def main():
    df = daft.from_pydict({"x": [1, 2, 3]})
    return df.with_column("y", double(col("x"))).to_pydict()
