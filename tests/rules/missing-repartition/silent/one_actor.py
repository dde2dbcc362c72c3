# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=1)
class Deduplicate:
    """Keeps every hash seen, so there must be one of it."""

    def __init__(self):
        self.seen = set()

    def __call__(self, digest: str) -> bool:
        fresh = digest not in self.seen
        self.seen.add(digest)
        return fresh


df = daft.from_glob_path("s3://crawl/*.warc")
df = df.where(Deduplicate()(col("path")))
df.write_parquet("s3://crawl/fresh")
