import daft
from daft import DataType, Series


@daft.func
def shout(text: str) -> str: ...


@daft.func.batch(return_dtype=DataType.string(), batch_size=64)
def shout_all(texts: Series) -> list[str]: ...
