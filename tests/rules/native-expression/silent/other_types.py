# The types are others than those that were tried, or nobody tells them.
import daft
from daft import DataType, col


@daft.func
def lower(text: bytes) -> bytes:
    return text.lower()


@daft.func(return_dtype=DataType.int8())
def size(text: str):
    return len(text)


@daft.func(return_dtype=DataType.python())
def lowered(text: str):
    return text.lower()


@daft.func
def untyped(x) -> int:
    return len(x)


@daft.func
def unsaid(text: str):
    return text.lower()


@daft.func(return_dtype=DataType.float32())
def tenth(x: float):
    return x * 0.1


df = daft.read_parquet("p").select(lower(col("a")), size(col("a")), lowered(col("a")))
df.collect()
