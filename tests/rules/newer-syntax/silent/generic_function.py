from typing import TypeVar

import daft

T = TypeVar("T")


def first(rows: list[T]) -> T:
    return rows[0]


daft.read_parquet("in").show(first([8]))
