import daft
from daft import DataType, Series


@daft.func.batch(return_dtype=DataType.list(DataType.int64()))
def others(values: Series) -> list[list[int]]:
    every = [[k for k in values.to_pylist() if k != v] for v in values.to_pylist()]  # expect
    return every
