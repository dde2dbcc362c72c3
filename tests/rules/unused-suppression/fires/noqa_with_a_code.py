import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=64)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.read_parquet("s3://texts/").into_partitions(16)
df = df.with_column("vector", Embed()(col("text")))  # noqa: DFT103  # expect
df.write_parquet("s3://vectors")
