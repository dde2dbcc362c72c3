# daft-lint: workers=4
"""The pool gets its tasks from into_batches, but one worker downloads everything."""

import daft
from daft import col


@daft.func
def pages(pdf: bytes) -> list[str]:
    return []


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=64)
    def __call__(self, texts):
        return [None for _ in texts]


df = daft.from_glob_path("s3://papers/*.pdf")
df = df.with_column("page", pages(col("path").download())).explode("page")  # expect
df = df.into_batches(256).with_column("embedding", Embed()(col("page")))
df.write_lance("s3://papers/pages.lance")
