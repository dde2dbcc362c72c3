import threading

import daft

_LOCK = threading.Lock()
_COUNTS: dict[str, int] = {}


@daft.func
def count(word: str) -> int:
    with _LOCK:  # expect
        _COUNTS[word] = _COUNTS.get(word, 0) + 1
        return _COUNTS[word]
