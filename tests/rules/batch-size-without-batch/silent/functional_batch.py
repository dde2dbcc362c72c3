import daft
from daft import DataType


def lengths(texts):
    return [len(text) for text in texts.to_pylist()]


LENGTHS = daft.func.batch(return_dtype=DataType.int64(), batch_size=100)(lengths)
