import daft
from daft import col


@daft.func
def noted(text: str) -> str:
    ignored = print(text)
    return text.lower()


@daft.func
def guarded_late(text: str) -> str | None:
    lowered = text.lower()
    if text is None:
        return None
    return lowered


@daft.func
def set_twice(text: str) -> str:
    text = text.strip()
    return text.lower()


df = daft.read_parquet("p").select(noted(col("a")), guarded_late(col("a")), set_twice(col("a")))
df.collect()
