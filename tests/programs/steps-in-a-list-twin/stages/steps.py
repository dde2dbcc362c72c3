import daft
from daft import DataType, col


@daft.cls(max_concurrency=8)
class Model:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=500)
    def __call__(self, ids):
        return ids


class Embed:
    def __init__(self, *columns):
        self.columns = columns

    def __call__(self, df):
        model = Model()
        for name in self.columns:
            df = df.with_column(name, model(col("id")))
        return df


class Split:
    def __init__(self, partitions):
        self.partitions = partitions

    def __call__(self, df):
        return df.repartition(self.partitions)
