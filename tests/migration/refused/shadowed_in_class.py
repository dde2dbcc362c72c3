# refused: `DTYPE` means something else in the class
import daft

DTYPE = daft.DataType.int64()


@daft.udf(return_dtype=DTYPE)
class Same:
    DTYPE = "int64"

    def __call__(self, x):
        return x
