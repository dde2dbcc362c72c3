import daft


def length(text: str) -> int:
    return len(text)


lengths = daft.func(length, max_concurrency=2)  # expect
