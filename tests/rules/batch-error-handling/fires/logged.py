import daft
from daft import DataType, Series


@daft.func.batch(return_dtype=DataType.string(), batch_size=64, on_error="log")  # expect
def upper(texts: Series) -> Series:
    return texts.str.upper()
