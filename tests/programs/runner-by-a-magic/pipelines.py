import daft

class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


def run(actors=4):
    embed = daft.cls(Embed, max_concurrency=actors)()
    df = daft.range(1000)
    df = df.with_column("v", embed.run(df["id"]))  # finds DFT102 certain via draft.ipynb: 4 of the 8 processes
    df.write_parquet("out")
