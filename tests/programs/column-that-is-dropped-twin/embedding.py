import daft
from daft import DataType

DEBUG_COLUMNS = ("debug", "id")


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=400)
    def run(self, ids): ...


def embedded(df):
    return df.into_partitions(2)
