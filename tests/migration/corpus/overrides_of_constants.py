# migration: safe
import daft
from daft import DataType, col

ACTORS: int = 2
SIZE = 4


@daft.udf(return_dtype=DataType.int64(), concurrency=8, batch_size=1)
class Size:
    def __call__(self, x):
        return [len(x)] * len(x)


def main():
    df = daft.from_pydict({"x": list(range(8))})
    size = Size.with_concurrency(ACTORS).override_options(batch_size=SIZE * 2).with_init_args()
    return df.select(size(col("x"))).to_pydict()
