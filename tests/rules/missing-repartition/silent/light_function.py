# daft-lint: workers=8
"""Eight workers are no faster at this than one: only possible."""

import daft
from daft import DataType, Series

daft.set_runner_ray()


@daft.func
def add(x: int, y: int) -> int:
    return x + y


@daft.func.batch(return_dtype=DataType.string())
def clean(texts: Series):
    return [text.strip().lower() for text in texts.to_pylist()]


numbers = daft.from_pydict({"x": list(range(100_000)), "y": list(range(100_000))})
numbers.select(add(numbers["x"], numbers["y"])).write_parquet("sums")
texts = daft.from_pydict({"text": [f" Text {n} " for n in range(100_000)]})
texts.with_column("clean", clean(texts["text"])).write_parquet("clean")
