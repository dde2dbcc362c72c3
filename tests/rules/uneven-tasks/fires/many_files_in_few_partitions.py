# daft-lint: workers=8, cpus_per_worker=16
"""Twenty thousand files in twelve tasks: four of the eight workers get two of them."""

import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.cls(max_concurrency=16)
class Score:
    @daft.method.batch(return_dtype=DataType.float64(), batch_size=100)
    def run(self, ids):
        return [float(one) for one in ids]


df = daft.read_parquet("s3://bucket/table/*.parquet")  # daft-lint: rows=10_000_000, partitions=20_000
df = df.into_partitions(12)
df = df.with_column("score", Score().run(col("id")))  # expect
df.write_parquet("s3://bucket/scores")
