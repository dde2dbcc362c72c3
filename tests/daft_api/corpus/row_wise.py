# Daft 0.6.5
from collections.abc import Iterator

import daft
from daft.udf import GeneratorUdf, RowWiseUdf


@daft.func
def one(number: int) -> int:
    return number


@daft.func
def many(number: int) -> Iterator[int]:
    yield number


print(isinstance(one, RowWiseUdf), isinstance(many, GeneratorUdf))
