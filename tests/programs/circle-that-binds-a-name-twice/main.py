import settings
import daft
from udfs import Embed

df = daft.range(1000)
df = df.with_column("v", Embed().run(df["id"]))
df.write_parquet("out")
