"""The filter runs before both repartitions, so that they meet."""

import daft
from daft import col

events = daft.read_parquet("s3://events/")
events = (
    events.into_partitions(64)  # expect
    .where(col("country") == "DE")
    .into_partitions(16)
)
events.write_parquet("s3://events-de")
