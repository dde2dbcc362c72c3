import daft
from base import Job


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=250)
    def run(self, ids): ...


class Fine(Job):
    partitions = 16

    def transform(self, df):
        return df.with_column("v", Embed().run(df["id"]))


class Few(Job):
    def transform(self, df):
        return df.with_column("v", Embed().run(df["id"]))  # finds DFT102: 4 of the 8 actors


class Fewer(Job):
    partitions = 1

    def transform(self, df):
        return df.with_column("v", Embed().run(df["id"]))  # finds DFT102: 4 of the 8 actors


class Same(Fewer):
    """Nothing of its own: what is said of the class above is said of it."""


class Called(Job):
    partitions = 1

    def load(self):
        return daft.range(16_000).into_partitions(16)

    def transform(self, df):
        return df.with_column("v", Embed().run(df["id"]))
