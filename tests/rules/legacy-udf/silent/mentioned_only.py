"""Moved off `@daft.udf(return_dtype=...)` last year."""

import daft

# @daft.udf(return_dtype=daft.DataType.int64())
LEGACY = "daft.udf"


@daft.func
def length(text: str) -> int:
    return len(text)


df = daft.read_parquet("texts/")
df.with_column("length", length(df["text"])).show()
