"""Eight into eight at random: the partitions become equal."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Clean:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=512)
    def __call__(self, texts):
        return texts.to_pylist()


df = daft.read_parquet("s3://texts/*.parquet")  # daft-lint: partitions=8
df = df.where(col("language") == "en").repartition(8)
df.with_column("clean", Clean()(col("text"))).write_parquet("s3://clean")
