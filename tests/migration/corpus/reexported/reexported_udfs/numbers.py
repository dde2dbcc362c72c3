# migration: unsafe
import daft


@daft.udf(return_dtype=daft.DataType.int64())
class Add:
    def __init__(self, n):
        self.n = n

    def __call__(self, x):
        return [v + self.n for v in x]
