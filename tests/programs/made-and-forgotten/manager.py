from contextlib import contextmanager

import daft
from udfs import embed_of


@contextmanager
def embedded(batch):
    df = daft.range(400).into_partitions(2)
    df = df.with_column("v", embed_of(batch).run(df["id"]))
    df.write_parquet("out")
    yield


embedded(400)
with embedded(10):
    print("done")
