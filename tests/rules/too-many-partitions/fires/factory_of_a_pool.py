# daft-lint: workers=2
import daft
from daft import col


class Model:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=32)
    def __call__(self, texts):
        return [None for _ in texts]


Pool = daft.cls(Model, max_concurrency=16)
df = daft.range(60_000).into_partitions(12_000)
df = df.with_column("vector", Pool()(col("id")))  # expect
df.write_lance("vectors.lance")
