import daft

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=500)
    def run(self, ids): ...


def run():
    df = daft.range(1000)
    df = df.with_column("v", Embed().run(df["id"]))  # finds DFT102 certain: 2 of the 4 processes
    df.write_parquet("out")
