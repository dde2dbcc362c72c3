import daft
from models import Embed

embed = Embed()
df = daft.range(1000)
ids = df["id"]
df.with_column("v", embed.small(ids)).write_parquet("a")
df.with_column("v", embed.also_small(ids)).write_parquet("b")
df.with_column("v", embed.large(ids)).write_parquet("c")  # finds DFT102 certain: batch_size=250
df.with_column("v", embed.same(ids)).write_parquet("d")  # finds DFT102 certain: batch_size=250
df.with_column("v", embed.row_by_row(ids)).write_parquet("e")  # finds DFT103 likely: no batch_size
