import daft
from udfs import Embed, Tag

df = daft.range(1000)
df = df.with_column("v", Embed().run(df["id"]))
df = df.with_column("t", Tag().run(df["id"]))  # finds DFT102 certain: 4 of the 8 actors
df.write_parquet("out")
