import daft

class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


def run(actors=8):
    embed = daft.cls(Embed, max_concurrency=actors)()
    df = daft.range(1000)
    df = df.with_column("v", embed.run(df["id"]))
    df.write_parquet("out")
