import daft


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=int, batch_size=100)
    def __call__(self, x):
        return x


def spread(df):
    return df.repartition(3)


def spread_for_one_more(df):
    return df.repartition(5)


class Steps:
    def spread_evenly(self, df):
        return df.repartition(7)


def work(df, count):
    df = spread(df)
    df = df.into_partitions(count)
    return df.with_column("y", Embed()(df["id"]))


def work_in_one_file(df, count):
    df = spread_for_one_more(df)
    df = df.into_partitions(count)
    return df.with_column("y", Embed()(df["id"]))


def work_in_steps(df, count):
    df = Steps().spread_evenly(df)
    df = df.into_partitions(count)
    return df.with_column("y", Embed()(df["id"]))


def one_more(df):
    df = spread_for_one_more(df)
    return df.with_column("y", Embed()(df["id"]))
