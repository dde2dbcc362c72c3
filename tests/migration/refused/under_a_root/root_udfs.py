# refused: `checkout.root_udfs.Same` may be it
import daft


@daft.udf(return_dtype=daft.DataType.int64())
class Same:
    def __call__(self, x):
        return x
