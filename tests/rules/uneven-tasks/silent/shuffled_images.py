# daft-lint: workers=8
"""into_partitions would be even, but dear where the images are."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Label:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, images):
        return [None for _ in images]


# daft-lint: rows=64, partitions=8
df = daft.read_parquet("s3://bucket/urls/*.parquet")
df = df.with_column("image", col("url").download()).where(~col("image").is_null())
df = df.repartition(8).with_column("label", Label()(col("image")))
df.write_lance("labels.lance")
