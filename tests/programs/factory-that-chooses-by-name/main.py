import daft
from factory import make

df = daft.range(1000)
df = df.with_column("v", make("small").run(df["id"]))
df.write_parquet("out")

df = daft.range(1000)
df = df.with_column("v", make("large").run(df["id"]))  # may find DFT102: 4 of the 8 actors
df.write_parquet("out")
