import sys
from typing import NoReturn

import daft
from udfs import embed_of


def fail(message: str) -> NoReturn:
    print(message)
    sys.exit(2)


def embed(batch):
    if batch > 400:
        fail("too large")
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(batch).run(df["id"]))  # finds DFT102 certain: batch_size=400
    df.write_parquet("out")


try:
    embed(400)
except SystemExit:
    embed(10)
