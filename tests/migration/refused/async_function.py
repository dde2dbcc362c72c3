# refused: it is async
import daft


@daft.udf(return_dtype=daft.DataType.int64())
async def same(x):
    return x
