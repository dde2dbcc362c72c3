# refused: it has no return_dtype
import daft


@daft.udf()
def same(x):
    return x
