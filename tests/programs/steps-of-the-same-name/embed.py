import clean
import daft
import raw

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=500)
    def run(self, ids): ...

df = raw.prepared(daft.range(2000))
df = df.with_column("v", Embed().run(df["id"]))
df.write_parquet("out")

df = clean.prepared(daft.range(2000))
df = df.with_column("v", Embed().run(df["id"]))  # finds DFT102 likely via clean.py: batch_size=500 cuts the 1,000 rows
df.write_parquet("out")
