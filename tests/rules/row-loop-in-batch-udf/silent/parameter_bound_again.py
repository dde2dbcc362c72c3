import daft
from daft import DataType, Series


@daft.func.batch(return_dtype=DataType.int64())
def sums(values: Series, steps: int) -> list[int]:
    total = values
    for _ in range(steps):
        values = values.filter(values > 0)
        total = values.to_pylist()
    return total
