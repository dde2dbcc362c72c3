import daft
from models import Embed

embed = daft.cls(Embed, max_concurrency=8)()
df = daft.range(1000)
df = df.with_column("v", embed.run(df["id"]))  # finds DFT102 certain via models.py: 4 of the 8 actors
df.write_parquet("out")
