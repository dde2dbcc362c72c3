import argparse

import daft
from embedding import Embed

args = argparse.ArgumentParser().parse_args()
df = daft.range(1600)
if args.limit is not None:
    df = df.limit(args.limit)
else:
    df = df.into_partitions(4)  # finds DFT109 likely: wait for each other
df = df.with_column("v", Embed().run(df["id"]))  # finds DFT102 possible: batch_size=100
df.write_parquet("out") if args.quiet else df.show()
