"""A pool of worker processes that check files side by side with this one."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from time import monotonic
from types import TracebackType
from typing import Any

from daft_lint.cli.worker_process import Order, Reply, command

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
        self._processes: list[_Process] = []
        self._undriven: list[_Process] = []
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

    def _another(self) -> _Process | None:
        """Another process; None where there is no room for one, or no need any more."""
        with self._starting:
            try:
                process = _Process(self._order) if self._usable else None
            except OSError:
                self._usable, process = False, None
            if process is not None:
                self._processes.append(process)
            return process

    def _drive(
        self, process: _Process | None, files: Sequence[Path], chunks: _Chunks, answers: _Answers
    ) -> None:
        """Let a process check files until there are none, and another one when it is lost."""
        while process is not None and process.is_ready():
            lost = _lost(process, files, chunks, answers)
            if not lost:
                break
            if len(lost) == 1:
                answers.put((lost[0], LostWorkerError(process.how_it_ended())))
            else:
                # Which of them it was is unknown: each is checked alone.
                chunks.extendleft([number] for number in reversed(lost))
            process = self._another()
        answers.put(None)


def _lost(
    process: _Process, files: Sequence[Path], chunks: _Chunks, answers: _Answers
) -> Sequence[int]:
    """The chunk at which a process ended; nothing when it came to the end of all."""
    while chunk := _taken(chunks):
        replies = process.replies_for([files[number] for number in chunk])
        if replies is None:
            return chunk
        for answer in zip(chunk, replies, strict=True):
            answers.put(answer)
    return ()


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


class _Process:
    """A process that checks files."""

    def __init__(self, order: Order) -> None:
        """Start it.

        Raises:
            OSError: when it can't be started.
        """
        # In a session of its own, so that Ctrl-C reaches this process alone, which ends the others.
        self._process = subprocess.Popen(
            command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests, self._replies = self._process.stdin, self._process.stdout
        self._send(order)

    def is_ready(self) -> bool:
        """Wait until it can be asked; False when it ended before."""
        return self._received() is not None

    def replies_for(self, files: Sequence[Path]) -> Sequence[Reply] | None:
        """Its answers about files; None when it ended before."""
        self._send(files)
        replies: Sequence[Reply] | None = self._received()
        return replies

    def _send(self, message: object) -> None:
        # One that is gone is noticed when nothing more is heard of it.
        with suppress(OSError, ValueError):
            pickle.dump(message, self._requests)
            self._requests.flush()

    def _received(self) -> Any:
        try:
            return pickle.load(self._replies)
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            return None

    def how_it_ended(self) -> str:
        """How a process that fell silent ended."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_LAST_SECONDS)
        self.end()
        exit_code = self._process.returncode
        if exit_code < 0:
            with suppress(ValueError):
                name = signal.Signals(-exit_code).name
                return f"the process that checked it was killed by {name}"
        return f"the process that checked it ended with exit code {exit_code}"

    def end(self) -> None:
        """End it, whatever it does: it holds nothing that could be lost."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        with suppress(OSError):
            self._requests.close()
        self._replies.close()
