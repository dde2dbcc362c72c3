from typing import Optional

import daft
from daft import DataType, col


@daft.func
def lowered(text: Optional[str]) -> Optional[str]:  # expect
    """Lower case."""
    if text is None:
        return None
    return text.lower()


@daft.func(return_dtype=DataType.string())
def trimmed(text: str):  # expect
    return None if text is None else text.strip()


@daft.func
def hostname(text: str | None) -> str | None:  # expect
    if text is not None:
        return text.split("/")[0]
    return None


df = daft.read_parquet("s3://bucket/pages")
df = df.select(lowered(col("a")), trimmed(col("b")), hostname(col("c")))
df.write_parquet("s3://bucket/clean")
