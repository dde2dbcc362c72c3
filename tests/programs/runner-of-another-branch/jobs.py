import daft


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=500)
    def run(self, ids): ...


def small():
    df = daft.from_pydict({"id": list(range(1000))})
    df.with_column("v", Embed().run(df["id"])).write_parquet("small")  # finds DFT102 certain: 6 of the 8 processes
