"""One pipeline overrides it, the other one needs it."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Clean:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=512)
    def __call__(self, texts):
        return texts.to_pylist()


texts = daft.read_parquet("s3://texts/").repartition(64)
texts.with_column("clean", Clean()(col("text"))).write_parquet("s3://clean")
texts.into_partitions(1).write_csv("s3://texts-in-one-file")
