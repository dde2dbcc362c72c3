from contextlib import contextmanager

import daft
from udfs import embed_of


@contextmanager
def embedded(batch):
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(batch).run(df["id"]))  # finds DFT102 certain: batch_size=400
    df.write_parquet("out")
    yield


embedded(10)
with embedded(400):
    print("done")
