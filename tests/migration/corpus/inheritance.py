# migration: unsafe
import daft
from daft import DataType, col


class Base:
    def __init__(self, n):
        self.n = n

    def shifted(self, x):
        return [v + self.n for v in x]


@daft.udf(return_dtype=DataType.int64())
class Shift(Base):
    def __init__(self, n=3):
        super().__init__(n)

    def __call__(self, x):
        return self.shifted(x)


def main():
    df = daft.from_pydict({"x": [1, 2, 3]})
    return df.select(
        Shift(col("x")).alias("a"), Shift.with_init_args(9)(col("x")).alias("b")
    ).to_pydict()
