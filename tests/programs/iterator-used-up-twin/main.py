import daft
from config import STAGES
from steps import Embed, run, split

print(list(STAGES))
df = daft.range(1000)
for _, parts in STAGES:
    df = df.into_partitions(parts)
df = df.with_column("v", Embed().run(df["id"]))  # finds DFT102 certain: 4 of the 8
df.write_parquet("stages")

splits = (split(number) for number in (2, 4))
df = run(daft.range(1000), splits)
df = df.with_column("v", Embed().run(df["id"]))  # finds DFT102 certain: 4 of the 8
df.write_parquet("once")

df = run(daft.range(1000), (split(number) for _, number in enumerate((2, 4))))
df = df.with_column("v", Embed().run(df["id"]))  # finds DFT102 certain: 4 of the 8
df.write_parquet("direct")
