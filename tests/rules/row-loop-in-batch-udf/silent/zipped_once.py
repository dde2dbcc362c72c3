import daft
from daft import DataType, Series


@daft.func.batch(return_dtype=DataType.string())
def join(first: Series, last: Series) -> list[str]:
    return [f"{a} {b}" for a, b in zip(first.to_pylist(), last.to_pylist())]
