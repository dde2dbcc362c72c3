# refused: `Same.SIZE` is used
import daft


@daft.udf(return_dtype=daft.DataType.int64())
class Same:
    SIZE = 3

    def __call__(self, x):
        return x


print(Same.SIZE)
