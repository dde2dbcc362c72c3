# refused: comments stand between its arguments
import daft


@daft.udf(
    return_dtype=daft.DataType.int64()  # a number
    , concurrency=2,
)
class Same:
    def __call__(self, x):
        return x
