import daft
from one import step_0

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=500)
    def run(self, ids): ...

df = step_0(daft.range(1000))
df = df.with_column("v", Embed().run(df["id"]))  # may find DFT102: batch_size=500 cuts the 1,000 rows
df.write_parquet("out")
