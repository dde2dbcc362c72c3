import daft
from daft import DataType


def embedder(batch):
    @daft.cls(max_concurrency=8)
    class Embed:
        @daft.method.batch(return_dtype=DataType.int64(), batch_size=batch)
        def run(self, x):
            return x

    return Embed()
