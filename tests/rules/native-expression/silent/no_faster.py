# Their expressions are equal, but no faster.
import pathlib

import daft


@daft.func
def contents(path: str) -> bytes:
    return pathlib.Path(path).read_bytes()


@daft.func
def words(text: str) -> list[str]:
    return text.split()
