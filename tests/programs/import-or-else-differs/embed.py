import daft

try:
    from fast import BATCH
except ImportError:
    from slow import BATCH

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=BATCH)
    def run(self, ids): ...

df = daft.range(1000)
df = df.with_column("v", Embed().run(df["id"]))
df.write_parquet("out")
