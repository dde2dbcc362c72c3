import os

import daft

os.environ.setdefault("DAFT_RUNNER", "native")
df = daft.read_parquet("s3://texts/").repartition(16)
df.write_parquet("out")
