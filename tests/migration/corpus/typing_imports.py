# migration: safe
from __future__ import annotations

from typing import TYPE_CHECKING

from daft import DataType, col, from_pydict, udf

if TYPE_CHECKING:
    import daft


@udf(return_dtype=DataType.int64())
def more(x):
    return [one + 1 for one in x]


def grown(df: daft.DataFrame) -> daft.DataFrame:
    return df.with_column("y", more(col("x")))


def main():
    return grown(from_pydict({"x": [1, 2]})).to_pydict()
