# daft-lint: workers=1
import daft
from daft import col

titles = [f"title {n}" for n in range(1600)]


@daft.cls(max_concurrency=4)
class Tag:
    def __call__(self, title: str) -> str:
        return title[:1]


df = daft.from_pydict({"title": titles})
df = df.with_column("tag", Tag()(col("title")))  # expect
df.write_parquet("tags")
