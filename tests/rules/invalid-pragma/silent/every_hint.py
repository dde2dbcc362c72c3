# daft-lint: workers=4, cpus-per-worker=16, gpus-per-worker=0
import daft
from daft import col


@daft.cls(max_concurrency=n)  # daft-lint: concurrency=16, batch-size=64
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=m)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.read_parquet("s3://texts/")  # daft-lint: rows=2e6, partitions=64
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://vectors")
