# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=16)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=64)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.read_parquet("s3://texts/*.parquet").into_partitions(20_000)
df.with_column("vector", Embed()(col("text"))).write_lance("vectors.lance")
