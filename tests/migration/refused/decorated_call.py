# refused: `@cached` stands above `__call__`
import functools

import daft


def cached(function):
    return functools.lru_cache(function)


@daft.udf(return_dtype=daft.DataType.int64())
class Same:
    @cached
    def __call__(self, x):
        return x
