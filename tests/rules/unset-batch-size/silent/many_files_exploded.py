# daft-lint: workers=1
"""The listing is one task, but nobody knows how many pages the files have."""

import daft
from daft import col


@daft.func
def pages(pdf: bytes) -> list[bytes]:
    return []


@daft.cls(max_concurrency=4)
class Ocr:
    def __call__(self, page: bytes) -> str:
        return ""


df = daft.from_glob_path("s3://papers/*.pdf")
df = df.with_column("page", pages(col("path").download())).explode("page")
df.with_column("text", Ocr()(col("page"))).write_parquet("s3://papers/text")
