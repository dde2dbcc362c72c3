import functools

import daft
from wrapping import retry, timed


@daft.cls(max_concurrency=8)
class Embed:
    @timed
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=10)
    def small(self, ids): ...

    @retry(3)
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def large(self, ids): ...

    same = timed(large)

    @functools.wraps(small)
    def also_small(self, ids): ...

    @timed
    def row_by_row(self, id) -> int: ...
