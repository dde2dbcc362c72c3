# daft-lint: workers=1
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=50)
    def __call__(self, texts):
        return [None for _ in texts]


reviews = daft.from_pydict({"text": [f"review {n}" for n in range(1_000)]})
reviews = reviews.into_batches(50)  # expect
reviews = reviews.with_column("vector", Embed()(col("text")))
vectors = reviews.to_pandas()
