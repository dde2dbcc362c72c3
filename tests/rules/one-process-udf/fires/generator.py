# daft-lint: workers=8, cpus-per-worker=36
"""Rows of JSON, parsed by one thread at a time."""

import json
from collections.abc import Iterator

import daft

daft.set_runner_ray()


@daft.func
def turns(chat: str) -> Iterator[str]:  # expect
    for turn in json.loads(chat):
        yield turn


df = daft.read_parquet("s3://chats/*.parquet")
df.select(turns(df["chat"])).write_parquet("s3://chats/turns")
