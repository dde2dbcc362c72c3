import argparse

import daft
from udfs import embed_of

parser = argparse.ArgumentParser()
df = daft.range(400).into_partitions(2)
df = df.with_column("v", embed_of(10).run(df["id"]))
df.write_parquet("out")
parser.print_help()
df = daft.range(400).into_partitions(2)
df = df.with_column("v", embed_of(400).run(df["id"]))  # finds DFT102 certain: batch_size=400
df.write_parquet("out")
