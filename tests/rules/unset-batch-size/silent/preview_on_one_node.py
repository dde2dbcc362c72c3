# daft-lint: workers=1
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Tag:
    def __call__(self, title: str) -> str:
        return title[:1]


df = daft.from_pydict({"title": [f"title {n}" for n in range(10_000)]})
df.with_column("tag", Tag()(col("title"))).where(col("tag") == "t").show(100)
