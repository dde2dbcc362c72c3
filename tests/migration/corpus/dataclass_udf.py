# migration: safe
from dataclasses import dataclass

import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.int64())
@dataclass
class Add:
    n: int = 1

    def __call__(self, x):
        return [v + self.n for v in x]


def main():
    df = daft.from_pydict({"x": [1, 2, 3]})
    return df.select(Add(col("x")).alias("a"), (Add(col("x")) + 1).alias("b")).to_pydict()
