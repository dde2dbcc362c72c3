import daft
from daft import col


@daft.cls(max_concurrency=16)
class Tag:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=64)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.read_parquet("s3://bucket/pages/*.parquet").into_partitions(16)
df = df.with_column("tag", Tag()(col("text"))).collect()
df.show()
