from functools import wraps

import daft
from daft import col


def func(function):
    return function


@func
def lower(text: str) -> str:
    return text.lower()


def plain(text: str) -> int:
    return len(text)


def logged(function):
    @wraps(function)
    def inner(*args):
        print(args)
        return function(*args)

    return inner


@daft.func
@logged
def decorated(text: str) -> str:
    return text.lower()


df = daft.read_parquet("p").select(decorated(col("a")))
df.collect()
