# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=16)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=64)
    def __call__(self, texts):
        return [None for _ in texts]


# daft-lint: rows=100_000, partitions=1
df = daft.read_parquet("s3://texts/all.parquet").repartition(20_000, "id")
df = df.with_column("vector", Embed()(col("text")))  # expect
df.write_lance("vectors.lance")
