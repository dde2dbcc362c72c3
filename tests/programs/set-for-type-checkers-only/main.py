from typing import TYPE_CHECKING

import daft
from udfs import embed_of

BATCH = 10
if TYPE_CHECKING:
    BATCH = 400
df = daft.range(400).into_partitions(2)
df = df.with_column("v", embed_of(BATCH).run(df["id"]))
df.write_parquet("out")
