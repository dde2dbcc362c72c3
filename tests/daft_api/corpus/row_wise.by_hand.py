from collections.abc import Iterator

import daft
from daft.udf import Func


@daft.func
def one(number: int) -> int:
    return number


@daft.func
def many(number: int) -> Iterator[int]:
    yield number


print(isinstance(one, Func), isinstance(many, Func))
