import sys

import daft
from embedding import Embed

columns = ["id"]
if "--vectors" in sys.argv:
    columns.append("vector")

df = daft.range(400).into_partitions(2)
df = df.with_column("vector", Embed().run(df["id"]))  # finds DFT102 likely: 2 of the 4 actors
df.select(*columns).write_parquet("selected")

df = daft.range(404).into_partitions(2)
df = df.with_column("vector", Embed().run(df["id"]))  # finds DFT102 likely: 2 of the 4 actors
df.exclude(*sys.argv[1:]).write_parquet("excluded")

df = daft.range(408).into_partitions(2)
df = df.with_column("vector", Embed().run(df["id"]))  # finds DFT102 likely: 2 of the 4 actors
if "--light" in sys.argv:
    df = df.exclude("vector")
df.write_parquet("light")

df = daft.range(412).into_partitions(2)
df = df.with_column("vector", Embed().run(df["id"]))  # finds DFT102 certain: 2 of the 4 actors
df.select("vector", *columns).write_parquet("both")
