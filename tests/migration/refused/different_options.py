# refused: its uses set different options
import daft
from daft import col


@daft.udf(return_dtype=daft.DataType.int64())
class Same:
    def __call__(self, x):
        return x


def run(df):
    df = df.with_column("a", Same.with_concurrency(4)(col("x")))
    return df.with_column("b", Same.with_concurrency(8)(col("x")))
