import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "shared"))

import daft
from settings import ACTORS


@daft.cls(max_concurrency=ACTORS)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


df = daft.range(1000)
df = df.with_column("v", Embed().run(df["id"]))  # finds DFT102 certain: 4 of the 8 actors
df.write_parquet("out")
