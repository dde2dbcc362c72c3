import daft
from daft import DataType, Series


@daft.func.batch(return_dtype=DataType.int64(), on_error="ignore", max_retries=2, batch_size=1)
def length(texts: Series) -> list[int]:
    return [len(text) for text in texts.to_pylist()]
