# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=16)
class Tag:
    def __call__(self, title: str) -> str:
        return title[:1]


df = daft.read_parquet("s3://media/catalogue/*.parquet")  # daft-lint: rows=6_000_000, partitions=96
df = df.with_column("tag", Tag()(df["title"]))
df.write_parquet("s3://media/tagged")
