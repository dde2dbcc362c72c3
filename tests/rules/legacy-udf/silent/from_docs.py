import daft
from daft import DataType, col

@daft.cls(cpus=1, max_concurrency=2)
class Add:
    def __init__(self, n: int = 1):
        self.n = n

    @daft.method.batch(return_dtype=DataType.int64(), batch_size=64)
    def __call__(self, values):
        return [value + self.n for value in values]

df = daft.read_parquet("data/*.parquet")
df = df.with_column("more", Add(n=5)(col("x")))
