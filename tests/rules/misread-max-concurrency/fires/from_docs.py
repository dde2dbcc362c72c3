import daft


@daft.func(max_concurrency=4)  # expect
def tag(title: str) -> str: ...
