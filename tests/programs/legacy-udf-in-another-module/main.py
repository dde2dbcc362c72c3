import daft
from udfs import Embed

df = daft.range(1000)
df = df.with_column("v", Embed(df["id"]))  # finds DFT102 certain via udfs.py: 2 of the 4 actors
df.write_parquet("out")
