# None gives something else than null.
import daft
from daft import col


@daft.func
def emptied(text: str) -> str:
    if text is None:
        return ""
    return text.lower()


@daft.func
def falsy(text: str) -> str | None:
    if not text:
        return None
    return text.lower()


@daft.func
def counted(text: str) -> int:
    return len(text) if text is not None else 0


@daft.func
def equal(text: str) -> bool:
    return text == "a"


@daft.func
def shown(number: int) -> str:
    return str(number)


@daft.func
def missing(text: str | None) -> bool | None:
    if text is None:
        return None
    return text is None


@daft.func
def first_is_a(tags: list[str]) -> bool | None:
    return tags[0] == "a" if tags is not None else None


df = daft.read_parquet("p").select(emptied(col("a")), falsy(col("a")), counted(col("a")))
df.collect()
