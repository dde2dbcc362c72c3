import conf
import daft


class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


def run():
    embed = daft.cls(Embed, max_concurrency=conf.ACTORS)()
    df = daft.range(1000)
    df = df.with_column("v", embed.run(df["id"]))  # finds DFT102: 4 of the 8 actors
    df.write_parquet("out")
