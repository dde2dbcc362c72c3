import daft
from settings import BATCH
from udfs import Embed

embed = Embed.override_options(batch_size=BATCH)
df = daft.range(1000)
df = df.with_column("v", embed(df["id"]))
df.write_parquet("out")
