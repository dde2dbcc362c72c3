"""The filter runs before both, so that they meet."""

import daft
from daft import col


@daft.func
def language(text: str) -> str:
    return "en"


tickets = daft.read_json("s3://tickets/*.json")
tickets = tickets.into_batches(1_000)  # expect
tickets = tickets.where(col("closed") == False)
tickets = tickets.into_batches(200)
tickets = tickets.with_column("language", language(col("text")))
tickets.write_parquet("s3://tickets/languages")
