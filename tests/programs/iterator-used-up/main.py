import daft
from config import STAGES
from steps import Embed, run, split

print(list(STAGES))
df = daft.range(1000)
for _, parts in STAGES:
    df = df.into_partitions(parts)
df.with_column("v", Embed().run(df["id"])).write_parquet("stages")

splits = (split(number) for number in (2, 4))
list(splits)
df = run(daft.range(1000), splits)
df.with_column("v", Embed().run(df["id"])).write_parquet("twice")

for _ in range(2):
    for parts in enumerate([2, 4]):
        print(parts)

parts = [2]
splits = (split(number) for number in parts)
parts.append(6)
df = run(daft.range(1000), splits)
df.with_column("v", Embed().run(df["id"])).write_parquet("late")

make = split
splits = (make(number) for number in (2, 4))
make = print
df = run(daft.range(1000), splits)
df.with_column("v", Embed().run(df["id"])).write_parquet("rebound")
