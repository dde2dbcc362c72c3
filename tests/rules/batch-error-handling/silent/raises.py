import daft
from daft import DataType, Series


@daft.func.batch(return_dtype=DataType.int64(), on_error="raise", max_retries=0)
def length(texts: Series) -> list[int]:
    return [len(text) for text in texts.to_pylist()]
