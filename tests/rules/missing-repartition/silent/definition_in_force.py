# daft-lint: workers=4
"""Cells define the name twice; the one in force has a single actor."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Embed:
    def __call__(self, text: str) -> list[float]:
        return [0.0]


@daft.cls(max_concurrency=1)
class Embed:
    def __call__(self, text: str) -> list[float]:
        return [1.0]


df = daft.from_pydict({"text": [f"text {n}" for n in range(10_000)]})
df.with_column("vector", Embed()(col("text"))).write_parquet("vectors")
