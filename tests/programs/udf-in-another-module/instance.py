import daft
from udfs import embed

df = daft.range(1000)
df = df.with_column("v", embed.run(df["id"]))  # finds DFT102 certain via udfs.py: batch_size=500 cuts the 1,000 rows
df.write_parquet("out")
