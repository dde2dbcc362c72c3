import logging
import os

import daft
from udfs import embed_of


def require(name):
    if name not in os.environ:
        raise KeyError(name)
    return os.environ[name]


def main():
    require("TOKEN")
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(400).run(df["id"]))  # finds DFT102 certain: batch_size=400
    df.write_parquet("out")


if __name__ == "__main__":
    try:
        main()
    except Exception:
        logging.exception("failed")
        raise
