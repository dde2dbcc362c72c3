import daft


@daft.udf(return_dtype=daft.DataType.int64(), batch_size=500, concurrency=4)
class Embed:  # finds DFT301 certain: Daft 0.8.0
    def __call__(self, ids): ...
