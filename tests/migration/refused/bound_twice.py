# refused: `same` is bound more than once
import sys

import daft

if len(sys.argv) > 1:

    @daft.udf(return_dtype=daft.DataType.int64())
    def same(x):
        return x

else:

    @daft.udf(return_dtype=daft.DataType.int64())
    def same(x):
        return [v for v in x]
