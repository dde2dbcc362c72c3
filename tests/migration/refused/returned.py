# refused: `same` is returned
import daft


def factory():
    @daft.udf(return_dtype=daft.DataType.int64())
    def same(x):
        return x

    return same


def run(df):
    return df.select(factory().override_options(batch_size=2)(df["x"]))
