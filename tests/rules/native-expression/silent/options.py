import daft
from daft import DataType, col

OPTIONS = {"on_error": "ignore"}


@daft.func(on_error="ignore")
def ignored(text: str) -> str:
    return text.lower()


@daft.func(max_retries=3)
def retried(text: str) -> str:
    return text.lower()


@daft.func(unnest=True, return_dtype=DataType.struct({"a": DataType.string()}))
def unnested(text: str):
    return {"a": text.lower()}


@daft.func(**OPTIONS)
def spread(text: str) -> str:
    return text.lower()


@daft.func
async def waited(text: str) -> str:
    return text.lower()


@daft.func(return_dtype=DataType.string())
def generated(text: str):
    for part in text.split(","):
        yield part.lower()


df = daft.read_parquet("p").select(ignored(col("a")), retried(col("a")), spread(col("a")))
df.collect()
