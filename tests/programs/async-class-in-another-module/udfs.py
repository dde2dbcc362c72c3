import daft


@daft.cls(max_concurrency=8)
class Ask:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=500)
    async def run(self, ids): ...
