import daft
from daft import DataType, Series


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=10)
    def run(self, ids: Series): ...
