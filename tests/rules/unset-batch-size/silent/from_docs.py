# daft-lint: workers=1
import daft
from daft import DataType, col

titles = [f"title {n}" for n in range(1600)]


@daft.cls(max_concurrency=4)
class Tag:
    def __call__(self, title: str) -> str:
        return title[:1]

    @daft.method.batch(return_dtype=DataType.string(), batch_size=64)
    def many(self, titles):
        return [title[:1] for title in titles.to_pylist()]


df = daft.from_pydict({"title": titles}).into_partitions(16)
df = df.with_column("tag", Tag()(col("title")))
df.write_parquet("tags")

df = daft.from_pydict({"title": titles})
df = df.with_column("tag", Tag().many(col("title")))
df.write_parquet("tags")
