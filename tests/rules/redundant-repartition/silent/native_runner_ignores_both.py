"""There both do nothing, which another rule tells."""

import daft

daft.set_runner_native()
df = daft.read_parquet("texts/").repartition(64).into_partitions(8)
df.write_parquet("out")
