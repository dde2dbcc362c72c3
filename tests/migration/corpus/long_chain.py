# migration: safe
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.int64())
class Add:
    def __init__(self, n=1):
        self.n = n

    def __call__(self, x):
        return [v + self.n for v in x]


def main():
    add = (
        Add.override_options(batch_size=2)
        .with_init_args(  # how much
            7,
        )
        .with_concurrency(2)
    )
    df = daft.from_pydict({"x": list(range(8))})
    return df.select(add(col("x")).alias("y")).to_pydict()
