import daft


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=100)
    def run(self, ids): ...


def embedded(conf):
    df = daft.range(1600)
    if not conf.debug:
        df = df.into_partitions(4)
    return df.with_column("v", Embed().run(df["id"]))
