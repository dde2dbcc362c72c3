# daft-lint: workers=4
"""A folder of files: nobody knows how many there are."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Parse:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=100)
    def __call__(self, pages):
        return [page.strip() for page in pages.to_pylist()]


df = daft.read_parquet("s3://pages/2024/")
df = df.with_column("clean", Parse()(col("html")))
df.write_parquet("s3://pages/clean")
