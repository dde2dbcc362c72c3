# refused: `memory_bytes` in `override_options` has no equivalent
import daft


@daft.udf(return_dtype=daft.DataType.int64())
class Same:
    def __call__(self, x):
        return x
