import daft
from udfs import Embed

df = daft.range(1000)
df = df.with_column("v", Embed().run(df["id"]))  # finds DFT102 certain via base.py: batch_size=500 cuts the 1,000 rows
df.write_parquet("out")
