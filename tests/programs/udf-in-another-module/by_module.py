import daft
import udfs as u

chosen = u.Embed
df = daft.range(1000)
df = df.with_column("v", chosen().run(df["id"]))  # finds DFT102 certain via udfs.py: batch_size=500 cuts the 1,000 rows
df.write_parquet("out")
