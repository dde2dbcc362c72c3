# migration: safe
import daft
from daft import DataType, col


@daft.udf(
    return_dtype=DataType.int64(),
    batch_size=2,
)
class Size:
    def __call__(self, x):
        return [len(x)] * len(x)


def main():
    df = daft.from_pydict({"x": [1, 2, 3]})
    return df.select(Size.with_init_args()(col("x"))).to_pydict()
