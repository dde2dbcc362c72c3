# refused: its uses set different options
import daft


@daft.udf(return_dtype=daft.DataType.int64())
def same(x):
    return x


def run(df):
    small = same.override_options(batch_size=2)
    return df.select(same(df["x"]).alias("a"), small(df["x"]).alias("b"))
