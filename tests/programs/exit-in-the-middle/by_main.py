import sys

import daft
from udfs import embed_of


def main():
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(10).run(df["id"]))
    df.write_parquet("out")
    return 0


sys.exit(main())
df = daft.range(400).into_partitions(2)
df = df.with_column("v", embed_of(400).run(df["id"]))
df.write_parquet("out")
