# daft-lint: workers=4, cpus-per-worker=8
"""Each of two actors would let a row pass that the other one has seen."""

import daft
from daft import col


@daft.cls(max_concurrency=1)
class Fresh:
    def __init__(self):
        self.seen = set()

    def __call__(self, digest: str) -> bool:
        fresh = digest not in self.seen
        self.seen.add(digest)
        return fresh


df = daft.read_parquet("s3://pages/*.parquet")
df.where(Fresh()(col("digest"))).write_parquet("s3://fresh")
