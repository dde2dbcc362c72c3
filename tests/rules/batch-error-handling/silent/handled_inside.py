import daft
from daft import DataType, Series


@daft.func.batch(return_dtype=DataType.int64(), on_error="log", max_retries=2)
def number(texts: Series) -> list[int | None]:
    numbers = []
    for text in texts.to_pylist():
        try:
            numbers.append(int(text))
        except ValueError:
            numbers.append(None)
    return numbers
