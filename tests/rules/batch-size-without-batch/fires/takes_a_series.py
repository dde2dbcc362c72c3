import daft
from daft import DataType, Series


@daft.func(return_dtype=DataType.int64(), batch_size=128)  # expect
def lengths(texts: Series):
    return [len(text) for text in texts.to_pylist()]
