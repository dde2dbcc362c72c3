# From a report on Daft's documentation: issue 6711, pull request 6702.
import daft
from daft import DataType, Series

GIB = 1 << 30


@daft.cls(
    max_concurrency=4,
    ray_options={"memory": 4 * GIB},  # expect
)
class Memory:
    @daft.method.batch(
        return_dtype=DataType.int64(),
        batch_size=-1,  # expect
        on_error="skip",  # expect
    )
    def __call__(self, x: Series) -> Series:
        return x


@daft.cls(
    gpus=1.5,  # expect
    cpus=-1,  # expect
    max_concurrency=0,  # expect
)
class Broken:
    def __call__(self, x: int) -> int:
        return x


@daft.func(
    max_retries=-2,  # expect
    ray_options={"num_gpus": 1},  # expect
)
def function(x: int) -> int:
    return x
