# refused: `daft.udf` takes named arguments only
import daft


@daft.udf(daft.DataType.int64())
def same(x):
    return x
