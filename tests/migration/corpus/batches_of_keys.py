# migration: unsafe
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.int64(), batch_size=2)
def negative(x):
    return [-one for one in x]


def main():
    df = daft.from_pydict({"x": [1, 3, 2]})
    return df.sort(negative(col("x"))).with_column("y", negative(col("x"))).to_pydict()
