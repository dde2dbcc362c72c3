import daft
from daft import col

PARTITIONS = 48


@daft.cls(max_concurrency=16)
class Clean:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=512)
    def __call__(self, texts):
        return texts.to_pylist()


df = daft.range(480_000, partitions=PARTITIONS)
df = df.with_column("text", col("id").cast(daft.DataType.string()))
df = df.into_partitions(PARTITIONS)  # expect
df = df.with_column("clean", Clean()(col("text")))
df.write_parquet("clean")
