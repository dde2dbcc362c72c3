# refused: `input_columns` is no option
import daft


@daft.udf(return_dtype=daft.DataType.int64(), input_columns={"x": list})
def same(x):
    return x
