import daft
from daft import col


@daft.cls(max_concurrency=8)
class Clean:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=512)
    def __call__(self, texts):
        return texts.to_pylist()


df = daft.read_parquet("s3://texts/").into_partitions(64)
df = df.with_column("clean", Clean()(col("text"))).into_partitions(4)
df.write_parquet("s3://clean")
