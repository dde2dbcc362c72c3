# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Tag:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=2)
    def __call__(self, titles):
        return titles.to_pylist()


df = daft.from_pydict({"title": ["a", "b", "c", "d"]}).into_batches(4)
print(df.with_column("tag", Tag()(col("title"))).to_pydict())
