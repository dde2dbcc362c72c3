from typing import TYPE_CHECKING

import daft
from udfs import embed_of

BATCH = 400
if TYPE_CHECKING:
    BATCH = 10
df = daft.range(400).into_partitions(2)
df = df.with_column("v", embed_of(BATCH).run(df["id"]))  # finds DFT102 certain: batch_size=400
df.write_parquet("out")
