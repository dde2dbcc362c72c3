import daft
from daft import DataType, Series


@daft.func.batch(return_dtype=DataType.int64())
def deltas(values: Series, times: Series) -> list[int]:
    return [value - times.to_arrow().to_pylist()[0] for value in values]  # expect
