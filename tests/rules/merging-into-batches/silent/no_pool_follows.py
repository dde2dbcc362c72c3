# daft-lint: workers=8
"""Batches for the files of a write; nothing runs on actors."""

import daft
from daft import col

df = daft.range(1_000, partitions=16)
df = df.with_column("even", col("id") % 2 == 0).into_batches(1_000)
df.write_parquet("numbers")
