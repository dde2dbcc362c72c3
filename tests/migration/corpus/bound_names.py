# migration: safe
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.int64())
class Add:
    def __init__(self, n=1, *, times=1):
        self.n = n
        self.times = times

    def __call__(self, x):
        return [v + self.n * self.times for v in x]


Tuned = Add.with_concurrency(2).override_options(batch_size=4)
add_five = Tuned.with_init_args(5)


def main():
    again = Tuned
    df = daft.from_pydict({"x": list(range(8))})
    df = df.with_column("a", add_five(col("x")))
    df = df.with_column("b", Tuned.with_init_args(n=2, times=3)(col("x")))
    df = df.with_column("c", again(col("x")))
    return df.sort("x").to_pydict()
