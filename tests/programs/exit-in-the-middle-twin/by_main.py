import sys

import daft
from udfs import embed_of


def main():
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(400).run(df["id"]))  # finds DFT102 certain: batch_size=400
    df.write_parquet("out")
    return 0


if __name__ == "__main__":
    sys.exit(main())
