# The remedy is the code as it is written, and only the one branch needs it.
import argparse

import daft

parser = argparse.ArgumentParser()
parser.add_argument("--partition-size", type=int, default=1024)
parser.add_argument("--out", default="")
args = parser.parse_args()

daft.set_runner_ray()
df = daft.read_parquet("in").into_partitions(args.partition_size)  # expect
if args.out:
    df.write_parquet(args.out)
else:
    df.show()
