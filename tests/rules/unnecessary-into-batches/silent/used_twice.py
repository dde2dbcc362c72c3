"""One pipeline only counts what the other one works on."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Embed:
    def __call__(self, text: str) -> list[float]:
        return [0.0]


batched = daft.read_parquet("s3://texts/").into_batches(1_000)
print(batched.count_rows())
batched.with_column("vector", Embed()(col("text"))).write_parquet("s3://vectors")
