# migration: unsafe safe
import daft
from daft import DataType


@daft.udf(return_dtype=DataType.int64())
class Size:
    def __init__(self, n=0):
        self.n = n

    def __call__(self, x):
        return [len(x)] * len(x)


@daft.udf(return_dtype=DataType.int64())
def triple(x):
    return [v * 3 for v in x]
