# They look like expressions of Daft, and give something else for some values.
import json
import os

import daft
from daft import col


@daft.func
def titled(text: str) -> str:
    return text.title()


@daft.func
def found(text: str) -> int:
    return text.find("a")


@daft.func
def rounded(x: float) -> float:
    return round(x, 2)


@daft.func
def halved(x: int) -> int:
    return x // 2


@daft.func
def wrapped(x: int) -> int:
    return x + 1


@daft.func
def above(x: float) -> bool:
    return x < 0


@daft.func
def total(values: list[int]) -> int:
    return sum(values)


@daft.func
def key(text: str) -> str:
    return json.loads(text)["key"]


@daft.func
def exists(path: str) -> bool:
    return os.path.exists(path)


@daft.func
def middle(text: str) -> str:
    return text[-3:-1]


@daft.func
def first_two(tags: list[str]) -> list[str]:
    return tags[:2]


@daft.func
def last(text: str) -> str:
    return text.rsplit("ab", 1)[-1]


df = daft.read_parquet("p").select(titled(col("a")), found(col("a")), rounded(col("b")))
df.collect()
