import daft


def embed_of(batch):
    @daft.cls(max_concurrency=4)
    class Embed:
        @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=batch)
        def run(self, ids): ...

    return Embed()
