# daft-lint: workers=2
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=100)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.range(3_000).into_partitions(3)
df = df.with_column("vector", Embed()(col("id")))  # expect
df.write_lance("vectors.lance")
