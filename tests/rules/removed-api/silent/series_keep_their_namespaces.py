import daft
from daft import DataType, Series


@daft.func.batch(return_dtype=DataType.string())
def shout(texts: Series) -> Series:
    return texts.str.upper()
