# Side effects, state, defaults, and parameters that nothing is made of.
import daft
from daft import col

SEEN = []
SUFFIX = "!"
len = max


@daft.func
def printed(text: str) -> str:
    print(text)
    return text.lower()


@daft.func
def noted(text: str) -> str:
    SEEN.append(text)
    return text.lower()


@daft.func
def suffixed(text: str) -> str:
    return text + SUFFIX


@daft.func
def by_default(text: str, old: str = "a") -> str:
    return text.replace("a", old)


@daft.func
def unused(text: str, other: str) -> str:
    return text.lower()


@daft.func
def replaced(text: str) -> str:
    return text.replace("a", "b", 1)


@daft.func
def own_length(text: str) -> int:
    return len(text)


@daft.func
def chosen(text: str) -> str:
    return text.lower() if text.startswith("a") else text


df = daft.read_parquet("p").select(printed(col("a")), noted(col("a")), suffixed(col("a")))
df.collect()
