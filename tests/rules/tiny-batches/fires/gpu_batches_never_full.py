# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=16, gpus=0.25)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=128)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.range(400_000).into_batches(10)  # expect
df.with_column("vector", Embed()(col("id"))).write_lance("vectors.lance")
