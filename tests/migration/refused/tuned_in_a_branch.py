# refused: `Same` is bound more than once
import daft

USE_GPU = False


@daft.udf(return_dtype=daft.DataType.int64())
class Same:
    def __init__(self):
        pass

    def __call__(self, x):
        return x


if USE_GPU:
    Same = Same.override_options(num_gpus=1)
