import models
from models import Assigned, Deleted, OfMeta, OfRefitting, OfRegistered, SetLater

import daft


def pool(made_of):
    return daft.cls(made_of, max_concurrency=8)()


df = daft.range(1000)
ids = df["id"]
later = pool(SetLater)
setattr(SetLater, "run", models.small(lambda self, ids: ids))
df.with_column("v", later.run(ids)).write_parquet("a")
df.with_column("v", pool(Assigned).run(ids)).write_parquet("b")
df.with_column("v", pool(Assigned).kept(ids)).write_parquet("c")  # finds DFT102 certain: 250
df.with_column("v", pool(Deleted).run(ids)).write_parquet("d")
df.with_column("v", pool(OfRegistered).run(ids)).write_parquet("e")  # finds DFT102 certain: 250
df.with_column("v", pool(OfRefitting).run(ids)).write_parquet("f")
df.with_column("v", pool(OfRefitting).kept(ids)).write_parquet("g")  # finds DFT102 certain: 250
df.with_column("v", pool(OfMeta).run(ids)).write_parquet("h")
