import sys

import daft
import once
from embedding import Embed

once._set = True
once.begin("ray")
df = daft.from_pydict({"id": list(range(1000))})
df.with_column("v", Embed().run(df["id"])).write_parquet("out")  # finds DFT101 likely: only 1 task
