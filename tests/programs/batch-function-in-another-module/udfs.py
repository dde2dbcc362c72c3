import daft


@daft.func.batch(return_dtype=daft.DataType.int64())
def score(ids): ...
