import app
import daft
from daft import col
from udfs import Embed


def load():
    from app.sizes import BATCH

    return BATCH


load()
partitions = app.sizes if isinstance(app.sizes, int) else 4
df = daft.range(1000).into_partitions(partitions)
df = df.with_column("v", Embed().run(col("id")))  # finds DFT101 certain via udfs.py: 2 of the 4 actors
df.write_parquet("out")
