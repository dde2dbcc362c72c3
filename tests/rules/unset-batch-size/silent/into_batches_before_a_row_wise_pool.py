# daft-lint: workers=2
import daft
from daft import col


@daft.cls(max_concurrency=8)
class Summarise:
    def __call__(self, text: str) -> str:
        return text[:100]


df = daft.from_arrow(articles())  # daft-lint: rows=64_000
df = df.into_batches(500)
df = df.with_column("summary", Summarise()(col("text")))
df.write_parquet("summaries")
