# migration: safe
import daft
from daft import DataType, col


@daft.udf(return_dtype=DataType.int64(), batch_size=100)
def size(x):
    return [len(x)] * len(x)


@daft.udf(return_dtype=DataType.int64())
def same(x):
    return x


tuned = size.override_options(batch_size=2, num_cpus=1)


def main():
    df = daft.from_pydict({"x": list(range(6))})
    pool = same.with_concurrency(concurrency=2)
    return df.select(
        tuned(col("x")).alias("a"),
        pool(col("x")).alias("b"),
        same.with_concurrency(1)(col("x")).alias("c"),
    ).to_pydict()
