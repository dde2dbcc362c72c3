import daft


class Tag:
    def __call__(self, title: str) -> str:
        return title


def pool(workers: int):
    return daft.cls(Tag, max_concurrency=workers)
