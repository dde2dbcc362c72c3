import daft
import pandas as pd
import ray

daft.set_runner_native()
blocks = ray.data.read_parquet("texts").repartition(16)
table = pd.read_parquet("texts")
df = daft.from_pandas(table).where(daft.col("id") > 0)
df.write_parquet("out")
blocks.repartition(4).write_parquet("blocks")
