import daft
from factory import make

df = daft.range(1000)
df = df.with_column("v", make(4).run(df["id"]))
df.write_parquet("out")
