# refused: handed to `isinstance`
import daft


@daft.udf(return_dtype=daft.DataType.int64())
def same(x):
    return x


print(isinstance(same, daft.udf))
