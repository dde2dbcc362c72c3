"""Worker processes that check files beside each other: copies of this one, with all it has read."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from daft_lint.records import dataclass

if TYPE_CHECKING:
    from daft_lint.caching.results import Fresh

_PATIENCE = 0.3
"""Seconds of work in this process before others take part."""
_WORTH = 0.5
"""Seconds of work that must be left, by the time that files took so far."""
_CHUNKS = 4
"""A worker gets its share in this many parts. Neighbouring files often read the same modules."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A worker's answer about a file.

    `fresh` has no result where the other process has to look for itself. `seconds` is the time it
    took.
    """

    fresh: Fresh
    seconds: float = 0.0


Work = Callable[[Path], Reply]


def workers_for(jobs: int | None, done: int, left: int, seconds: float) -> int:
    """How many processes are worth it: `done` files took so many seconds, and others are left.

    `jobs` None lets the work decide: all CPUs when it is worth it, else this process alone. One
    file is always done first, for which most of a project is read.
    """
    if not done or not hasattr(os, "fork"):
        return 1
    is_long = seconds > _PATIENCE and seconds / done * left > _WORTH
    return min(usable_cpus() if jobs is None and is_long else jobs or 1, left)


def usable_cpus() -> int:
    """The CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def replies(work: Work, files: Sequence[Path], workers: int) -> Iterator[tuple[Path, Reply]]:
    """What `work` gives of files, in any order. When a worker dies, those left have no reply."""
    # Most runs fork nothing, and these take 40 ms to import.
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool

    sys.stdout.flush()
    context = multiprocessing.get_context("fork")
    pool = ProcessPoolExecutor(workers, context, _begin, (work,))
    try:
        size = -(-len(files) // (_CHUNKS * workers))
        chunks = [files[first : first + size] for first in range(0, len(files), size)]
        for done in as_completed([pool.submit(_replies, chunk) for chunk in chunks]):
            yield from done.result()
    except BrokenProcessPool:
        return
    finally:
        for worker in multiprocessing.active_children():
            worker.terminate()
        pool.shutdown(cancel_futures=True)


_of_worker: list[Work] = []
"""What a worker does."""


def _replies(files: Sequence[Path]) -> Sequence[tuple[Path, Reply]]:
    return [(file, _of_worker[0](file)) for file in files]


def _begin(work: Work) -> None:
    """Prepare a worker: it prints nothing, and ends when its parent does, which hears Ctrl-C."""
    _of_worker[:] = [work]
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What rules print must not get between the findings.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
