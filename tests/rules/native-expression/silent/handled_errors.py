import math

import daft
from daft import col


@daft.func
def root(x: float) -> float | None:
    try:
        return math.sqrt(x)
    except ValueError:
        return None


@daft.func
def log(x: float) -> float | None:
    if x <= 0:
        return None
    return math.log(x)


@daft.func
def asserted(text: str) -> str:
    assert text
    return text.lower()


df = daft.read_parquet("p").select(root(col("a")), log(col("a")), asserted(col("b")))
df.collect()
