# daft-lint: workers=1
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Annotate:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=1024)
    def __call__(self, texts):
        return texts.to_pylist()


df = daft.from_pydict({"text": ["a"] * 100_000}).limit(1024)
df = df.with_column("note", Annotate()(col("text")))  # expect
df.write_parquet("notes")
