import daft
from settings import ACTORS, BATCH
from udfs import Embed

embed = Embed.with_concurrency(ACTORS).override_options(batch_size=BATCH)
df = daft.range(1000)
df = df.with_column("v", embed(df["id"]))  # finds DFT102 certain via settings.py: 4 of the 8 actors
df.write_parquet("out")
