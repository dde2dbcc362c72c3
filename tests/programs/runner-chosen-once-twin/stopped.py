import sys

import daft
from once import start, stop
from embedding import Embed

start()
stop()
start("ray")
df = daft.from_pydict({"id": list(range(1000))})
df.with_column("v", Embed().run(df["id"])).write_parquet("out")  # finds DFT101 likely: only 1 task
