# migration: safe
import os

import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.bool(), concurrency=2, batch_size=4)
def elsewhere(x):
    # In a process of its own, as a pool is.
    return [os.getpid() != MAIN] * len(x)
    # The last line is a comment.


MAIN = os.getpid()


def main():
    df = daft.from_pydict({"x": list(range(8))})
    return df.select(elsewhere(col("x"))).to_pydict()
