import daft
from app.sizes import ACTORS
from app.udfs import Embed

embed = daft.cls(Embed, max_concurrency=ACTORS)()
df = daft.range(1000)
df = df.with_column("v", embed.run(df["id"]))  # finds DFT102 certain via src/app/sizes.py: 4 of the 8 actors
df.write_parquet("out")
