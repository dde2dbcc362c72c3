import daft
from factory import make, make_short

df = daft.range(1000)
df = df.with_column("v", make(4).run(df["id"]))
df.write_parquet("out")

df = daft.range(1000)
df = df.with_column("v", make_short(4).run(df["id"]))
df.write_parquet("out")
