# daft-lint: workers=8, cpus_per_worker=16
"""Four workers have two actors and four have one, but those that are done first get more files."""

import daft
from daft import DataType, col

daft.set_runner_ray()


@daft.cls(max_concurrency=12)
class Score:
    @daft.method.batch(return_dtype=DataType.float64(), batch_size=100)
    def run(self, ids):
        return [float(one) for one in ids]


def scored(files: str, scores: str) -> None:
    df = daft.read_parquet(files)  # daft-lint: rows=10_000_000, partitions=4_000
    df.with_column("score", Score().run(col("id"))).write_parquet(scores)


def scored_of_more(files: str, scores: str) -> None:
    df = daft.read_parquet(files)  # daft-lint: rows=100_000_000, partitions=20_000
    df.with_column("score", Score().run(col("id"))).write_parquet(scores)


scored("s3://bucket/table/*.parquet", "s3://bucket/scores")
scored_of_more("s3://bucket/whole/*.parquet", "s3://bucket/whole_scores")
