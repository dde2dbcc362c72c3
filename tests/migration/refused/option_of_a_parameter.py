# refused: `n` isn't known where it is defined
import daft


@daft.udf(return_dtype=daft.DataType.int64())
class Same:
    def __call__(self, x):
        return x


def run(df, n):
    return df.select(Same.with_concurrency(n)(df["x"]))
