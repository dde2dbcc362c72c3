from functools import partial

import daft
from factory import make

small = partial(make, 4)
large = partial(make, actors=8)

df = daft.range(1000)
df = df.with_column("v", small().run(df["id"]))
df.write_parquet("out")

df = daft.range(1000)
df = df.with_column("v", large().run(df["id"]))  # may find DFT102: 4 of the 8 actors
df.write_parquet("out")
