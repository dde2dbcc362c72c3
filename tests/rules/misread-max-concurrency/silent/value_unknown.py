import daft


def make(workers=None):
    @daft.func(max_concurrency=workers)
    def tag(title: str) -> str:
        return title

    return tag
