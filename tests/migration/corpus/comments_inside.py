# migration: safe
import daft
from daft import DataType, col


@daft.udf(  # the model
    return_dtype=DataType.list(  # an embedding
        DataType.float32(),
    ),
    batch_size=8,  # what fits
    # half of a worker
    num_cpus=1,
    concurrency=2,  # two of them
)
class Embed:
    # Nothing to load.
    def __init__(self): ...

    def __call__(self, texts):
        # A batch.
        return [[1.0, 0.5] for _ in texts]


def main():
    df = daft.from_pydict({"text": ["a"] * 10})
    return df.select(Embed(col("text"))).to_pydict()
