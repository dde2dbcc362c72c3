# daft-lint: workers=8
import daft
from daft import col


@daft.cls(max_concurrency=8)
class Tag:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=20)
    def __call__(self, titles):
        return titles.to_pylist()


df = daft.from_pydict({"doc": ["a b c"] * 500})
df = df.with_column("word", col("doc").split(" ")).explode("word").into_batches(2_000)
df.with_column("tag", Tag()(col("word"))).write_parquet("tags")
