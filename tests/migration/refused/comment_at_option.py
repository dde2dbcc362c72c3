# refused: a comment stands at an argument that goes away
import daft


@daft.udf(
    return_dtype=daft.DataType.int64(),
    concurrency=2,  # as many as there are cores
)
def same(x):
    return x
