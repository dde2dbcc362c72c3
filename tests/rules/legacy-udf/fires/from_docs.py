import daft
from daft import DataType, col

@daft.udf(return_dtype=DataType.int64(), num_cpus=1, batch_size=64, concurrency=2)
class Add:  # expect
    def __init__(self, n: int = 1):
        self.n = n

    def __call__(self, values):
        return [value + self.n for value in values]

df = daft.read_parquet("data/*.parquet")
df = df.with_column("more", Add.with_init_args(n=5)(col("x")))
