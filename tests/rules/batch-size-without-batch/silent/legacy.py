import daft
from daft import DataType


@daft.udf(return_dtype=DataType.int64(), batch_size=32)
def lengths(texts):
    return [len(text) for text in texts.to_pylist()]
