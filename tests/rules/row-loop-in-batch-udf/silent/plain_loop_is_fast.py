import daft
from daft import DataType, Series


@daft.func.batch(return_dtype=DataType.string())
def shout(texts: Series) -> list[str]:
    result = []
    for text in texts.to_pylist():
        result.append(text.upper())
    return result
