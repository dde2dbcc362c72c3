import time

import daft
from daft import col
from encoders import load


@daft.cls(max_concurrency=2)
class Embed:
    def __init__(self) -> None:
        self.model = load()

    @daft.method.batch(return_dtype=daft.DataType.float64(), batch_size=16)
    def __call__(self, numbers: daft.Series) -> list[float]:
        return self.model(numbers)


def seconds_by_size(sizes: list[int]) -> dict[int, float]:
    seconds = {}
    for size in sizes:
        df = daft.from_pydict({"number": list(range(size))}).repartition(4)
        start = time.perf_counter()
        df.with_column("vector", Embed()(col("number"))).collect()
        seconds[size] = time.perf_counter() - start
    return seconds


print(seconds_by_size([100, 1_000, 10_000, 100_000]))
