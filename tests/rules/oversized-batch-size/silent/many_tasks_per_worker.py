# daft-lint: workers=2
"""Each task is one morsel, but there are many tasks at a time."""

import daft
from daft import col


@daft.cls(max_concurrency=8)
class Score:
    @daft.method.batch(return_dtype=daft.DataType.float64(), batch_size=10_000)
    def __call__(self, values):
        return values.to_pylist()


df = daft.read_parquet("s3://events/2024/*.parquet")  # daft-lint: rows=3_200_000, partitions=320
df.with_column("score", Score()(col("value"))).write_parquet("s3://scores")
