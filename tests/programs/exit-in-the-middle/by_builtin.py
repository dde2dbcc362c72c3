import daft
from udfs import embed_of

df = daft.range(400).into_partitions(2)
df = df.with_column("v", embed_of(10).run(df["id"]))
df.write_parquet("out")
exit()
df = daft.range(400).into_partitions(2)
df = df.with_column("v", embed_of(400).run(df["id"]))
df.write_parquet("out")
