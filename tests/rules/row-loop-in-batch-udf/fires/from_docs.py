import daft
from daft import DataType, Series


@daft.func.batch(return_dtype=DataType.string())
def join(first: Series, last: Series) -> list[str]:
    return [f"{name} {last.to_pylist()[i]}" for i, name in enumerate(first.to_pylist())]  # expect
