# daft-lint: workers=4
import daft
from daft import col


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=50)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.from_pydict({"text": [f"review {n}" for n in range(8_000)]}).into_batches(500)
print(df.with_column("vector", Embed()(col("text"))).to_pandas())
