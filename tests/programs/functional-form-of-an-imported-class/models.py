from daft import DataType, method


class Embed:
    @method.batch(return_dtype=DataType.int64(), batch_size=250)
    def run(self, ids): ...
