# daft-lint: workers=1
"""Called on plain values, a UDF just runs; the frame below never meets the pool."""

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Tag:
    def __call__(self, title: str) -> str:
        return title[:1]


tag = Tag()
assert tag("hello") == "h"
df = daft.from_pydict({"title": ["a"] * 10_000})
df.where(col("title") != tag("hello")).write_parquet("others")
