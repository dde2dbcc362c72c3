import daft


@daft.cls(max_concurrency=8)  # daft-lint: ignore[DFT102] the model wants batches of this size
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


@daft.cls(max_concurrency=8)
class Tag:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


@daft.cls(max_concurrency=8)  # daft-lint: ignore[DFT102] nobody uses it  # finds DFT901 certain: DFT102
class Idle:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...
