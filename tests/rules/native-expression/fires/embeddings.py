import daft
import numpy as np
from daft import col


@daft.func
def distance(a: np.ndarray, b: np.ndarray) -> float:  # expect
    return float(1 - np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b)))


@daft.func(return_dtype=daft.DataType.float64())
def dot(left, right):  # expect
    return float(np.dot(left, right))


df = daft.read_parquet("vectors")
df = df.with_column("d", distance(col("a"), col("b"))).with_column("s", dot(col("a"), col("b")))
df.collect()
