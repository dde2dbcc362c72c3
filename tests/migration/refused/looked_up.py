# refused: a text names it
import sys

import daft


@daft.udf(return_dtype=daft.DataType.int64())
def same(x):
    return x


chosen = getattr(sys.modules[__name__], "same")
