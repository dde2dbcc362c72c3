# What is written is what was collected, in any run that collects it.
import sys

import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=10)
    def run(self, ids):
        return ids


daft.set_runner_ray()
df = daft.range(1000, partitions=4).with_column("v", Embed().run(col("id")))
if "--cache" in sys.argv:
    df = df.collect()
df.write_parquet("out")
