import daft
from daft import col


@daft.cls(max_concurrency=16)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=64)
    def __call__(self, texts):
        return [None for _ in texts]


# daft-lint: workers=4
df = daft.range(100_000).into_batches(4)  # expect
df = df.with_column("vector", Embed()(col("id")))
df.write_lance("vectors.lance")
