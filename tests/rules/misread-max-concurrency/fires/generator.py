from collections.abc import Iterator

import daft


@daft.func(max_concurrency=2)  # expect
def words(text: str) -> Iterator[str]:
    yield from text.split()
