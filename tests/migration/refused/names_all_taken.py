# refused: mean something else in the file
from daft import DataType, udf

daft = 1
func = 2


@udf(return_dtype=DataType.int64())
def same(x):
    return x


print(daft, func)
