# refused: `Same` is handed to `apply`
import daft


@daft.udf(return_dtype=daft.DataType.int64())
class Same:
    def __call__(self, x):
        return x


def apply(udf, df):
    return df.select(udf.with_concurrency(2)(df["x"]))


def run(df):
    return apply(Same, df)
