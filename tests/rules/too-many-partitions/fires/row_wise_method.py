# daft-lint: workers=8
"""One row a task, and a UDF that takes rows: no batch to fill, but every task costs the driver."""

import daft
from daft import col


@daft.cls(max_concurrency=64)
class Slug:
    def __call__(self, title: int) -> str:
        return str(title)


df = daft.range(30_000).into_partitions(30_000)
df = df.with_column("slug", Slug()(col("id")))  # expect
df.write_parquet("slugs")
