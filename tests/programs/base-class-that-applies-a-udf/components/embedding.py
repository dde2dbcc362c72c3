import daft

from components.base import Component


def create(batch_size=None, concurrency=None):
    @daft.udf(return_dtype=daft.DataType.int64(), concurrency=concurrency, batch_size=batch_size)
    class EmbedUDF:  # finds DFT301 certain: Daft 0.8.0
        def __init__(self, model): ...

        def __call__(self, ids): ...

    return EmbedUDF.with_init_args(model="m")


class Embedding(Component):
    def __init__(self, batch_size=1, column="id", concurrency=None):
        super().__init__(columns=column, batch_size=batch_size, concurrency=concurrency)

    def _udf(self):
        return create(batch_size=self.batch_size, concurrency=self.concurrency)
