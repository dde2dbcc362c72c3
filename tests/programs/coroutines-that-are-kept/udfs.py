import daft
from daft import DataType


@daft.cls(max_concurrency=4)
class Tuned:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=10)
    def run(self, ids): ...
