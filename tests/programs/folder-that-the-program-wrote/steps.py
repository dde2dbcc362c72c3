import daft


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=500)
    def run(self, ids): ...


def embed(df):
    df.with_column("v", Embed().run(df["id"])).write_parquet("out")  # finds DFT101 possible via main.py: only 1 task for 2 workers
