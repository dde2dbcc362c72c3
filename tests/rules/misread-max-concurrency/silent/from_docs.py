import daft


@daft.cls(max_concurrency=4)
class Tag:
    def __call__(self, title: str) -> str: ...
