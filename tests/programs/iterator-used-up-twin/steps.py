import daft


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


def split(parts):
    return lambda df: df.into_partitions(parts)


def run(df, steps):
    for step in steps:
        df = step(df)
    return df
