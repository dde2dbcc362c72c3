import daft


@daft.func(max_concurrency=None)
def tag(title: str) -> str:
    return title
