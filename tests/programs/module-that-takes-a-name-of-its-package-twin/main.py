import app
import app.sizes
import daft
from daft import col
from udfs import Embed

partitions = app.sizes if isinstance(app.sizes, int) else 4
assert app.sizes
df = daft.range(1000).into_partitions(partitions)
df = df.with_column("v", Embed().run(col("id")))  # finds DFT101 certain via udfs.py: 2 of the 4 actors
df.write_parquet("out")
