# refused: SQL calls it
import daft


@daft.udf(return_dtype=daft.DataType.int64())
def plus(x):
    return [v + 1 for v in x]


def run(df):
    return daft.sql("SELECT plus(x) FROM df")
