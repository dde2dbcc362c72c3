# refused: the new API casts a returned list
import daft
from daft import DataType

COUNTS = DataType.map(DataType.string(), DataType.int64())


def counted(x):
    return [{str(v): v} for v in x]


@daft.udf(return_dtype=COUNTS)
def counts(x):
    return counted(x)
