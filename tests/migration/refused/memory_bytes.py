# refused: `memory_bytes` has no equivalent
import daft


@daft.udf(return_dtype=daft.DataType.int64(), memory_bytes=1024**3)
def same(x):
    return x
