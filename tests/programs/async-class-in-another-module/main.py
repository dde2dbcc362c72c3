import daft
from udfs import Ask

df = daft.range(1000)
df = df.with_column("v", Ask().run(df["id"]))
df.write_parquet("out")
