import daft
from models import Large, Small

df = daft.range(1000)
df = df.with_column("v", Small().run(df["id"]))
df.write_parquet("out")

df = daft.range(1000)
df = df.with_column("v", Large().run(df["id"]))  # finds DFT102 certain via models.py: 4 of the 8 actors
df.write_parquet("large")
