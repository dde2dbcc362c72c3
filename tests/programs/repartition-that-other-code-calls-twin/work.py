import daft


def spread(df):
    return df.repartition(3)  # finds DFT202 likely: overrides this `repartition`


def work(df, count):
    df = spread(df)
    df = df.into_partitions(count)
    return df.select("id")


class Steps:
    def run(self, df, count):
        df = df.repartition(7)  # finds DFT202 likely: overrides this `repartition`
        df = df.into_partitions(count)
        return df.select("id")
