# refused: a parameter has a column as its default
import daft
from daft import col


@daft.udf(return_dtype=daft.DataType.int64())
def add(x, y=col("y")):
    return [a + b for a, b in zip(x, y)]
