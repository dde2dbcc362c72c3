# refused: the uses of `self.embed` can't be followed
import daft


@daft.udf(return_dtype=daft.DataType.int64())
class Same:
    def __call__(self, x):
        return x


class Pipeline:
    def __init__(self):
        self.embed = Same.with_init_args()

    def run(self, df):
        return df.select(self.embed.with_concurrency(2)(df["x"]))
