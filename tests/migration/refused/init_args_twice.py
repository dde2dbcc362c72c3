# refused: it is given init args twice
import daft
from daft import col


@daft.udf(return_dtype=daft.DataType.int64())
class Add:
    def __init__(self, n):
        self.n = n

    def __call__(self, x):
        return [v + self.n for v in x]


one = Add.with_init_args(1)
two = one.with_init_args(2)


def run(df):
    return df.select(two(col("x")))
