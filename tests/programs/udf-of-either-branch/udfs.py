import daft
from daft import DataType, Series


@daft.cls(max_concurrency=4)
class Mock:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=500)
    def run(self, ids: Series): ...


@daft.cls(max_concurrency=8)
class Real:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=250)
    def run(self, ids: Series): ...


@daft.cls(max_concurrency=4)
class Tuned:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=10)
    def run(self, ids: Series): ...


def chosen(mock):
    if mock:
        return Tuned().run
    return Real().run
