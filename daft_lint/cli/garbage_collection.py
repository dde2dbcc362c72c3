"""Garbage collection while files are linted: rarer, as most objects stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# A syntax tree has tens of thousands of objects. All live until its file is done.
_THRESHOLDS = (100_000, 20, 20)


@contextmanager
def rare_collection() -> Iterator[None]:
    """Look for garbage more rarely in the block, and never among older objects.

    What was made meanwhile isn't looked through afterwards, which took 0.3 s behind 800 files: most
    processes are about to end.
    """
    older = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*older)
