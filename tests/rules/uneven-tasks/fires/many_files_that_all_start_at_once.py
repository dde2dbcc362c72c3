# daft-lint: workers=400, cpus_per_worker=32
"""Ten thousand tasks, 25 for each worker at once: a second actor gets no more of them."""

import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.cls(max_concurrency=600)
class Score:
    @daft.method.batch(return_dtype=DataType.float64(), batch_size=100)
    def run(self, ids):
        return [float(one) for one in ids]


df = daft.read_parquet("s3://bucket/table/*.parquet")  # daft-lint: rows=10_000_000, partitions=10_000
df = df.with_column("score", Score().run(col("id")))  # expect
df.write_parquet("s3://bucket/scores")
