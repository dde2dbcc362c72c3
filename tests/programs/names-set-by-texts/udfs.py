import daft


def pool(batch_size):
    @daft.cls(max_concurrency=8)
    class Embed:
        @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=batch_size)
        def run(self, ids): ...

    return Embed()


Pool = pool
