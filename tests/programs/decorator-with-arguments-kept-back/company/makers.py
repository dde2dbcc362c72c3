from functools import partial

import daft

integers = partial(daft.method.batch, return_dtype=daft.DataType.int64())
pool = partial(daft.cls, max_concurrency=4)
