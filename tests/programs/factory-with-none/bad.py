import daft
from factory import make, make_short

df = daft.range(1000)
df = df.with_column("v", make().run(df["id"]))  # finds DFT102 certain via factory.py: 4 of the 8 actors
df.write_parquet("out")

df = daft.range(1000)
df = df.with_column("v", make_short().run(df["id"]))  # finds DFT102 certain via factory.py: 8 of the 12 actors
df.write_parquet("out")
