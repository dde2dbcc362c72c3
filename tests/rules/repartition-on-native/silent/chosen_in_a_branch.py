import sys

import daft

if "--local" in sys.argv:
    daft.set_runner_native()
df = daft.read_parquet("s3://texts/").repartition(16)
df.write_parquet("out")
