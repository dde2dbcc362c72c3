# refused: parentheses or a comment stand in its use
import daft
from daft import col


@daft.udf(return_dtype=daft.DataType.int64())
class Same:
    def __call__(self, x):
        return x


def run(df):
    same = (
        Same
        # Two fit on a worker.
        .with_concurrency(2)
    )
    return df.select(same(col("x")))
