import daft

class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


UDFS = {
    "large": daft.cls(Embed, max_concurrency=8)(),
    "small": daft.cls(Embed, max_concurrency=4)(),
}
