import daft
from models import Embed

embed = daft.cls(Embed, max_concurrency=4)()
df = daft.range(1000)
df = df.with_column("v", embed.run(df["id"]))
df.write_parquet("out")
