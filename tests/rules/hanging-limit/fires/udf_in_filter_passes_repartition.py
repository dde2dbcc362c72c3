# also DFT210
import daft
from daft import col


@daft.cls(max_concurrency=16)
class Tag:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=64)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.read_parquet("s3://bucket/pages/*.parquet").into_partitions(16)  # expect
df = df.with_column("tag", Tag()(col("text"))).repartition(4)
df = df.where(Tag()(col("text")) == col("tag")).limit(10)
df.write_parquet("s3://bucket/sample")
