import daft
from daft import DataType


@daft.cls(max_concurrency=2, batch_size=16)  # expect
class Embed:
    @daft.method.batch(return_dtype=DataType.int64())
    def __call__(self, texts):
        return [len(text) for text in texts.to_pylist()]
