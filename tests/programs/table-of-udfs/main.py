import daft
from udfs import UDFS

df = daft.range(1000)
df = df.with_column("v", UDFS["small"].run(df["id"]))
df.write_parquet("out")

df = daft.range(1000)
df = df.with_column("v", UDFS["large"].run(df["id"]))  # finds DFT102 certain via udfs.py: 4 of the 8 actors
df.write_parquet("out")
