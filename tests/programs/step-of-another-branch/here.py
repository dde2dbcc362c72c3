import argparse

import daft
from embedding import Embed

args = argparse.ArgumentParser().parse_args()
df = daft.range(1600)
if args.limit is not None:
    df = df.limit(args.limit)
else:
    df = df.into_partitions(4)
df = df.with_column("v", Embed().run(df["id"]))  # finds DFT101 possible: at most 1 task with rows
df.write_parquet("out") if args.limit is None else df.show()
