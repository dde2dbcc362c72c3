# daft-lint: workers=1
"""A thousand documents, but nobody knows how many chunks."""

import daft
from daft import col


@daft.func
def chunks(text: str) -> list[str]:
    return [text[start : start + 500] for start in range(0, len(text), 500)]


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=512)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.from_pydict({"text": [f"document {n}" for n in range(1000)]})
df = df.with_column("chunk", chunks(col("text"))).explode("chunk")
df.with_column("vector", Embed()(col("chunk"))).write_lance("chunks.lance")
