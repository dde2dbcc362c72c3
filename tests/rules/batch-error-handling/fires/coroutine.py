import daft
from daft import DataType, Series

ON_ERROR = "ignore"


@daft.func.batch(return_dtype=DataType.int64(), on_error=ON_ERROR)  # expect
async def length(texts: Series) -> list[int]:
    return [len(text) for text in texts.to_pylist()]
