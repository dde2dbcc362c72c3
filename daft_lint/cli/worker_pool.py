"""A pool of worker processes that check files side by side with this one."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from subprocess import DEVNULL
from threading import Lock
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any

from daft_lint.cli.worker_process import Order, Reply

if TYPE_CHECKING:
    from daft_lint.programs.child import Child

# Files that are checked in one go: neighbours often read the same modules, and each answer of a
# process has to wait until this one looks up from a file of its own.
_CHUNK_BYTES = 50_000
_CHUNK_FILES = 32
# Bytes that are worth one more process. Half a megabyte takes half a second or more; starting a
# process takes a third.
_BYTES_EACH = 500_000
_PATIENCE = 0.3
"""Seconds of work in this process before others are asked."""
_WORTH = 1.5
"""Seconds of work that must be left, by the time that files took so far."""
_LAST_SECONDS = 5.0
_WORKER = "daft_lint.cli.worker_process"


class LostWorkerError(Exception):
    """A process ended while it checked a file. The text says how, in a line."""


Answer = Reply | LostWorkerError
_Chunks = deque[Sequence[int]]
_Answers = SimpleQueue[tuple[int, Answer] | None]
"""The answers of processes, by file; None from a thread that has ended."""


def usable_cpus() -> int:
    """The CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class WorkerPool:
    """Up to `count` processes, this one among them, that check files.

    `count` None lets the work decide: all CPUs when it is worth it, else this process alone. To be
    used in a `with`, at whose end all other processes are gone. Each of them has a thread here that
    waits for it.
    """

    def __init__(self, order: Order, count: int | None) -> None:
        self._order = order
        self._eager = count is not None
        self._count = usable_cpus() if count is None else count
        self._expected = 0
        self._processes: list[Child] = []
        self._undriven: list[Child] = []
        self._threads = ThreadPoolExecutor(max(1, self._count - 1))
        self._starting = Lock()
        self._usable = True

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with self._starting:
            self._usable = False
        for process in self._processes:
            process.end()
        self._threads.shutdown()

    @property
    def started(self) -> int:
        """How many other processes there are."""
        return len(self._processes)

    def expect(self, size: int) -> None:
        """Get ready for a file of so many bytes, to be checked later.

        Other processes start meanwhile, as many as all files together are worth.
        """
        self._expected += size
        if min(self._expected // _BYTES_EACH, self._count) > self.started + 1:
            self._start(1)

    def answers(
        self, files: Sequence[Path], sizes: Sequence[int], own: Callable[[int], None]
    ) -> Iterator[tuple[int, Answer]]:
        """The answers of other processes about files, by their numbers, in any order.

        `sizes` are those of the files in bytes. The rest is checked by `own` in this process, which
        is given each number.
        """
        chunks: _Chunks = deque(_chunks(sizes))
        answers: _Answers = SimpleQueue()
        began, done, driven = monotonic(), 0, 0
        while chunks or driven:
            left = sum(map(len, chunks))
            if not self.started and self._is_worth(done, left, monotonic() - began):
                self._start(min(self._count - 1, len(chunks)))
            while self._undriven:
                process = self._undriven.pop()
                self._threads.submit(self._drive, process, files, chunks, answers)
                driven += 1
            for number in _taken(chunks):
                own(number)
                done += 1
            while not answers.empty() or (driven and not chunks):
                answer = answers.get()
                if answer is None:
                    driven -= 1
                else:
                    yield answer

    def _is_worth(self, done: int, left: int, seconds: float) -> bool:
        if self._count < 2 or left < 2 or not self._usable:
            return False
        if self._eager:
            return True
        return seconds > _PATIENCE and seconds / max(done, 1) * left > _WORTH

    def _start(self, count: int) -> None:
        started = (self._another() for _ in range(count))
        self._undriven += [process for process in started if process is not None]

    def _another(self) -> Child | None:
        """Another process; None where there is no room for one, or no need any more."""
        from daft_lint.programs.child import Child, GoneError, interpreter

        with self._starting:
            if not self._usable:
                return None
            try:
                # What rules print must not get between the findings.
                process = Child(
                    _WORKER, python=interpreter(), path=sys.path, streams=(DEVNULL, 2, 2)
                )
            except GoneError:
                self._usable = False
                return None
            self._processes.append(process)
            _tell(process, self._order)
            return process

    def _drive(
        self, process: Child | None, files: Sequence[Path], chunks: _Chunks, answers: _Answers
    ) -> None:
        """Let a process check files until there are none, and another one when it is lost."""
        while process is not None and _answer(process) is not None:
            lost = _lost(process, files, chunks, answers)
            if not lost:
                break
            if len(lost) == 1:
                how = process.how_it_ended(_LAST_SECONDS)
                answers.put((lost[0], LostWorkerError(f"the process that checked it {how}")))
            else:
                # Which of them it was is unknown: each is checked alone.
                chunks.extendleft([number] for number in reversed(lost))
            process = self._another()
        answers.put(None)


def _lost(
    process: Child, files: Sequence[Path], chunks: _Chunks, answers: _Answers
) -> Sequence[int]:
    """The chunk at which a process ended; nothing when it came to the end of all."""
    while chunk := _taken(chunks):
        _tell(process, [files[number] for number in chunk])
        replies: Sequence[Reply] | None = _answer(process)
        if replies is None:
            return chunk
        for answer in zip(chunk, replies, strict=True):
            answers.put(answer)
    return ()


def _tell(process: Child, message: object) -> None:
    """Send something. A process that is gone is noticed when nothing more is heard of it."""
    from daft_lint.programs.child import GoneError

    with suppress(GoneError):
        process.send(message)


def _answer(process: Child) -> Any:
    """What it sends next; None when it ended before."""
    from daft_lint.programs.child import GoneError

    with suppress(GoneError):
        return process.receive()
    return None


def _taken(chunks: _Chunks) -> Sequence[int]:
    """The next chunk, nothing when there is none: others take some too."""
    try:
        return chunks.popleft()
    except IndexError:
        return ()


def _chunks(sizes: Sequence[int]) -> Iterator[Sequence[int]]:
    """The numbers of files, those of large ones first and alone, so that none is left at the end.

    All others go in their order.
    """
    numbers = sorted(range(len(sizes)), key=lambda number: -max(sizes[number], _CHUNK_BYTES))
    chunk: list[int] = []
    for number in numbers:
        if chunk and (
            len(chunk) == _CHUNK_FILES
            or sum(sizes[other] for other in chunk) + sizes[number] > _CHUNK_BYTES
        ):
            yield chunk
            chunk = []
        chunk.append(number)
    if chunk:
        yield chunk
