import daft
from daft import col
from embedding import DEBUG_COLUMNS, Embed, embedded
from output import write, without_debug

others = daft.range(10)

df = embedded(daft.range(400))
write(df.with_column("vector", Embed().run(df["id"])))  # finds DFT102 certain: 2 of the 4 actors

df = embedded(daft.range(404))
df = df.with_column("vector", Embed().run(df["id"]))  # finds DFT102 certain: 2 of the 4 actors
df.exclude(*DEBUG_COLUMNS).write_parquet("constant")

df = embedded(daft.range(408))
df = df.with_column("vector", Embed().run(df["id"]))  # finds DFT102 certain: 2 of the 4 actors
df.with_column_renamed("vector", "v").exclude("id").write_parquet("renamed")

df = embedded(daft.range(412))
df = df.with_column("vector", Embed().run(df["id"]))  # finds DFT102 certain: 2 of the 4 actors
df.pipe(without_debug).write_parquet("piped")

df = embedded(daft.range(416))
df = df.with_column("vector", Embed().run(df["id"]))  # finds DFT102 certain: 2 of the 4 actors
df.select(col("vector").fill_null(0)).select(col("vector") + 1).write_parquet("ones")

df = embedded(daft.range(420))
df = df.with_column("vector", Embed().run(df["id"]))  # finds DFT102 certain: 2 of the 4 actors
df.join(others, on="id").select("vector").write_parquet("joined")

df = embedded(daft.range(424))
df = df.with_column("vector", Embed().run(df["id"]))  # finds DFT102 certain: 2 of the 4 actors
df.drop_duplicates("vector").select("id").write_parquet("distinct")

df = embedded(daft.range(428))
df = df.with_column("vector", Embed().run(df["id"]))  # finds DFT102 certain: 2 of the 4 actors
others.join(df, on="id").select("id", "vector").write_parquet("right")

df = embedded(daft.range(432))
df = df.with_column("vector", Embed().run(df["id"]))  # finds DFT102 certain: 2 of the 4 actors
others.join(df, left_on="id", right_on="vector", how="semi").write_parquet("semi")
