import math
from math import sqrt

import daft
from daft import col


@daft.func
def root(x: float) -> float:  # expect
    return sqrt(x)


@daft.func
def decibels(power: float) -> float:  # expect
    return math.log10(power) * 10


@daft.func
def is_finite(value: float) -> bool:  # expect
    return math.isfinite(value)


@daft.func
def clipped(value: int) -> int:  # expect
    return min(max(value, 0), 255)


df = daft.read_parquet("measurements").select(root(col("a")), decibels(col("b")))
df = df.with_column("fine", is_finite(col("a"))).with_column("c", clipped(col("b")))
df.collect()
