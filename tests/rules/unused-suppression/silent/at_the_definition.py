# daft-lint: workers=4
"""A suppression works at every place of a finding, such as the size of the pool."""

import daft
from daft import col


@daft.cls(max_concurrency=4)  # daft-lint: ignore[missing-repartition] a dozen files a day
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=64)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.from_glob_path("s3://texts/*.txt")
df = df.with_column("vector", Embed()(col("path").download()))
df.write_parquet("s3://vectors")
