from daft import DataType, Series, func

WORKERS = 8


@func.batch(
    return_dtype=DataType.string(),
    max_concurrency=WORKERS,  # expect
)
def shout(texts: Series) -> list[str]:
    return [text.upper() for text in texts.to_pylist()]
