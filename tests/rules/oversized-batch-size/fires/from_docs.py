# daft-lint: workers=1
import daft
from daft import DataType, col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=DataType.string(), batch_size=500)
    def __call__(self, text):
        return text


df = daft.from_pydict({"text": [f"document {n}" for n in range(1000)]})
df = df.with_column("embedding", Embed()(col("text")))  # expect
df.write_parquet("embeddings")
