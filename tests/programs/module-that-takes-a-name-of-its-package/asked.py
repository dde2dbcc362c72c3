import app
from app.sizes import BATCH
import daft
from daft import col
from udfs import Embed

assert BATCH
partitions = app.partitions()
df = daft.range(1000).into_partitions(partitions)
df = df.with_column("v", Embed().run(col("id")))
df.write_parquet("out")
