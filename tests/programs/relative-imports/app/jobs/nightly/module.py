import daft
from ... import sizes
from . import sizes as own

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=sizes.BATCH)
    def run(self, ids): ...

df = daft.range(1000)
df = df.with_column("v", Embed().run(df["id"]))  # finds DFT102 certain: batch_size=500 cuts the 1,000 rows
df.write_parquet("out")

again = daft.range(own.BATCH * 8)
again = again.with_column("v", Embed().run(again["id"]))  # finds DFT102 certain: batch_size=500 cuts the 1,000 rows
again.write_parquet("again")
