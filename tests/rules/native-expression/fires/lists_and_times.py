import datetime

import daft
from daft import col


@daft.func
def hour(at: datetime.datetime) -> int:  # expect
    return at.hour


@daft.func
def joined(tags: list[str]) -> str:  # expect
    return ", ".join(tags)


@daft.func
def ordered(tags: list[str]) -> list[str]:  # expect
    return sorted(tags)


@daft.func
def field(row: dict) -> str:  # expect
    return row["url"]


df = daft.read_parquet("events").select(hour(col("at")), joined(col("tags")))
df = df.with_column("url", field(col("row"))).with_column("ordered", ordered(col("tags")))
df.collect()
