import daft
import others
import udfs

df = daft.range(1000)
df = df.with_columns({"a": udfs.score(df["id"]), "b": others.score(df["id"]) + 1})
df.write_parquet("out")
