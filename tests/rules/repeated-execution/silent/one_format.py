# Only one of them is written.
import argparse

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=10)
    def run(self, ids):
        return ids


args = argparse.ArgumentParser().parse_args()
daft.set_runner_ray()
df = daft.range(1000, partitions=4).with_column("v", Embed().run(col("id")))
if args.format == "parquet":
    df.write_parquet("out")
if args.format == "csv":
    df.write_csv("out")
