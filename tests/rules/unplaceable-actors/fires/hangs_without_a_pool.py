# daft-lint: workers=4, cpus-per-worker=8, gpus-per-worker=0
"""Tasks that ask for a GPU where there is none wait for ever."""

import daft
from daft import DataType, col


@daft.func.batch(return_dtype=DataType.python(), gpus=1)
def embed(texts):
    return [None for _ in texts]


@daft.cls(cpus=16)
class Solve:
    def __call__(self, puzzle: str) -> str:
        return puzzle


df = daft.read_parquet("s3://texts/")
df = df.with_column("vector", embed(col("text")))  # expect
df = df.with_column("solution", Solve()(col("text")))  # expect
df.write_parquet("s3://vectors")
