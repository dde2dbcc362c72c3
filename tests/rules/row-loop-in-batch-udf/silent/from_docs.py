import daft
from daft import DataType, Series


@daft.func.batch(return_dtype=DataType.string())
def join(first: Series, last: Series) -> list[str]:
    last_list = last.to_pylist()
    return [f"{name} {last_list[i]}" for i, name in enumerate(first.to_pylist())]
