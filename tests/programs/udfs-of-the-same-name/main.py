import daft
import bad
import good
from bad import Embed as Draft
from good import Embed

df = daft.range(1000)
df = df.with_column("v", Embed().run(df["id"]))
df.write_parquet("out")

df = daft.range(1000)
df = df.with_column("v", Draft().run(df["id"]))  # finds DFT102 certain via bad.py: batch_size=500 cuts the 1,000 rows
df.write_parquet("draft")

df = daft.range(1000)
df = df.with_column("v", good.Embed().run(df["id"]))
df = df.with_column("w", bad.Embed().run(df["v"]))  # finds DFT102 certain via bad.py: batch_size=500 cuts the 1,000 rows
df.write_parquet("both")
