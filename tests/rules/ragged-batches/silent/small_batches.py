# daft-lint: workers=1
"""A thousand batches: who has one more doesn't matter."""

import daft
from daft import col


@daft.cls(max_concurrency=7)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=100)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.from_pydict({"text": ["review"] * 100_001})
df.with_column("vector", Embed()(col("text"))).write_lance("vectors.lance")
