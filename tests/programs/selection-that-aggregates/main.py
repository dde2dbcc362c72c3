import daft
from daft import col
from daft.functions import count
from embedding import Embed

df = daft.range(400).into_partitions(2).select(col("id").max())
df = df.with_column("vector", Embed().run(df["id"]))  # finds DFT101 possible: only 1 task
df.write_parquet("largest")

df = daft.range(400).into_partitions(2).select(count(col("id")).alias("id"))
df = df.with_column("vector", Embed().run(df["id"]))  # finds DFT101 possible: only 1 task
df.write_parquet("counted")

df = daft.range(400).into_partitions(2).select((col("id") + 1).alias("id"))
df = df.with_column("vector", Embed().run(df["id"]))  # finds DFT102 certain: 2 of the 4 actors
df.write_parquet("each")
