# migration: safe
import os

import daft
from daft import DataType, col

ACTORS = 2


@daft.udf(
    return_dtype=DataType.bool(),
    batch_size=4,
    concurrency=ACTORS,
    num_cpus=1,
)
class Elsewhere:
    def __init__(self, main):
        self.main = main

    def __call__(self, x):
        return [os.getpid() != self.main] * len(x)


MAIN = 1


def main():
    elsewhere = Elsewhere.with_init_args(MAIN)
    df = daft.from_pydict({"x": list(range(8))})
    return df.select(elsewhere(col("x"))).to_pydict()
