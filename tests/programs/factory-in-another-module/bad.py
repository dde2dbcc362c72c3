import daft
from factory import make

df = daft.range(1000)
df = df.with_column("v", make(actors=8).run(df["id"]))  # finds DFT102 certain: 4 of the 8 actors
df.write_parquet("out")
