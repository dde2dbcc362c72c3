# migration: safe
import daft
from daft import DataType, col

BATCH = 3
SIZES = DataType.int64()


@daft.udf(return_dtype=SIZES, batch_size=BATCH, num_cpus=1)
def size(x):
    return [len(x)] * len(x)


@daft.udf(num_cpus=0.5, return_dtype=SIZES, use_process=False, memory_bytes=None)
def everything(x):
    return [len(x)] * len(x)


@daft.udf(
    num_gpus=None,
    # rows at a time
    batch_size=2,
    return_dtype=DataType.int64(),  # how many
)
def commented(x):
    return [len(x)] * len(x)


def main():
    df = daft.from_pydict({"x": list(range(7))})
    df = df.select(
        size(col("x")).alias("a"), everything(col("x")).alias("b"), commented(col("x")).alias("c")
    )
    # On Ray, rows come in any order.
    return {name: sorted(values) for name, values in df.to_pydict().items()}
