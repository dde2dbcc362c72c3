import daft

class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


Large = daft.cls(Embed, max_concurrency=8)
Small = daft.cls(Embed, max_concurrency=4)
