# refused: the new API names the column after the argument written first
import daft
from daft import col


@daft.udf(return_dtype=daft.DataType.int64())
def minus(x, y):
    return [a - b for a, b in zip(x, y)]


def run(df):
    return df.select(minus(y=col("b"), x=col("a")))
