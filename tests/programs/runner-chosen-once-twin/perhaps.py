import sys

import daft
from once import init
from embedding import Embed

if "--ray" in sys.argv:
    init("ray")
init()
df = daft.from_pydict({"id": list(range(1000))})
df.with_column("v", Embed().run(df["id"])).write_parquet("out")  # finds DFT101 likely: only 1 task
