# daft-lint: workers=4
"""Without actors there is nobody to keep waiting."""

import daft
from daft import col


@daft.func
def clean(text: int) -> str:
    return str(text)


df = daft.range(200_000).into_partitions(20_000)
df.with_column("clean", clean(col("id"))).write_parquet("clean")
