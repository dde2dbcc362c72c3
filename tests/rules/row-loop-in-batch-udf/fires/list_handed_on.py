import daft
from daft import DataType, Series


@daft.func.batch(return_dtype=DataType.int64())
def ranks(values: Series) -> list[int]:
    ordered = []
    for value in values:
        ordered.append(sorted(values.to_pylist()).index(value))  # expect
    return ordered
