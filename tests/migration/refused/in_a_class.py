# refused: the uses of `Udfs.same` can't be followed
import daft


class Udfs:
    @daft.udf(return_dtype=daft.DataType.int64())
    def same(x):
        return x


def run(df):
    return df.select(Udfs.same.override_options(batch_size=2)(df["x"]))
