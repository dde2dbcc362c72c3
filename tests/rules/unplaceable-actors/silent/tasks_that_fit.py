# daft-lint: workers=4, cpus-per-worker=8, gpus-per-worker=1
import daft
from daft import DataType, col


@daft.func.batch(return_dtype=DataType.python(), gpus=1)
def embed(texts):
    return [None for _ in texts]


@daft.cls(cpus=8)
class Solve:
    def __call__(self, puzzle: str) -> str:
        return puzzle


df = daft.read_parquet("s3://texts/")
df = df.with_columns({"vector": embed(col("text")), "solution": Solve()(col("text"))})
df.write_parquet("s3://vectors")
