"""A pool of worker processes that check files side by side with this one."""

from __future__ import annotations

import os
import pickle
import selectors
import signal
import subprocess
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import IO

from daft_lint.cli.worker_process import HEAD, Order, Reply, command, framed

# What a process has before it, so that it never waits for the next: bytes of files, and files. This
# process may be at a file of its own for half a second.
_BYTES_AHEAD = 400_000
_MOST_AHEAD = 32
# The largest files go first, so that no process is left with one at the end. All others go in their
# order, since neighbours often read the same modules.
_LARGE = 50_000
# What one process more is worth. Half a megabyte takes half a second or more; to start a process
# takes a third.
_BYTES_EACH = 500_000
# With more processes than that, this one has enough to do with handing out files.
_MOST_BESIDE = 3
_PATIENCE = 0.3
"""Seconds of work in this process before others are asked."""
_WORTH = 1.5
"""Seconds of work that must be left, by the time that files took so far."""
_LARGEST_READ = 1 << 20
_LAST_SECONDS = 5.0


class LostWorkerError(Exception):
    """A process ended while it checked a file. The text says how, in a line."""


Answer = Reply | LostWorkerError


def usable_cpus() -> int:
    """The CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class WorkerPool:
    """Up to `count` processes, this one among them, that check files.

    `count` None lets the work decide: all CPUs when it is worth it, else this process alone. To be
    used in a `with`, at whose end all other processes are gone.
    """

    def __init__(self, order: Order, count: int | None) -> None:
        self._order = order
        self._eager = count is not None
        self._count = usable_cpus() if count is None else count
        self._expected = 0
        self._processes: list[_Process] = []
        self._selector = selectors.DefaultSelector()
        self._usable = True

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for process in self._processes:
            process.end()
        self._selector.close()

    @property
    def started(self) -> int:
        """How many other processes there are."""
        return len(self._processes)

    def expect(self, size: int) -> None:
        """Get ready for a file of so many bytes, to be checked later.

        Other processes start meanwhile, as many as all files together are worth.
        """
        self._expected += size
        worth = min(self._expected // _BYTES_EACH, self._count)
        if self._usable and worth > len(self._processes) + 1:
            self._start(1)

    def answers(
        self, files: Sequence[Path], sizes: Sequence[int], own: Callable[[int], None]
    ) -> Iterator[tuple[int, Answer]]:
        """What other processes tell of files, by their numbers, in any order.

        `sizes` are those of the files in bytes. The rest is checked by `own` in this process, which
        is given each number.
        """
        numbers = range(len(files))
        waiting = deque(sorted(numbers, key=lambda one: -sizes[one] if sizes[one] > _LARGE else 0))
        began = monotonic()
        done = 0
        while waiting or any(process.numbers for process in self._processes):
            if not self._processes and self._is_worth(done, len(waiting), monotonic() - began):
                self._start(min(self._count, len(waiting)) - 1)
            self._hand_out(files, sizes, waiting)
            helps = not self._crowded or not any(process.ready for process in self._processes)
            mine = self._taken(waiting) if waiting and helps else None
            if mine is not None:
                own(mine)
                done += 1
            yield from self._received(waiting, wait=mine is None)

    def _taken(self, waiting: deque[int]) -> int:
        """A file for this process: a small one, from the end, while others may soon want some."""
        starting = any(not process.ready for process in self._processes)
        return waiting.pop() if starting else waiting.popleft()

    @property
    def _crowded(self) -> bool:
        return len(self._processes) > _MOST_BESIDE

    def _is_worth(self, done: int, left: int, seconds: float) -> bool:
        if self._count < 2 or left < 2 or not self._usable:
            return False
        if self._eager:
            return True
        return seconds > _PATIENCE and seconds / max(done, 1) * left > _WORTH

    def _start(self, count: int) -> None:
        for _ in range(count):
            try:
                process = _Process(self._order)
            except OSError:
                # No room for one more: those that are there do it.
                self._usable = False
                return
            self._processes.append(process)
            self._selector.register(process.replies, selectors.EVENT_READ, process)

    def _hand_out(self, files: Sequence[Path], sizes: Sequence[int], waiting: deque[int]) -> None:
        ready = [one for one in self._processes if one.ready]
        for process in ready:
            most = max(1, min(_MOST_AHEAD, len(waiting) // (2 * len(ready) + 2)))
            ahead = sum(sizes[number] for number in process.numbers)
            while waiting and len(process.numbers) < most:
                ahead += sizes[waiting[0]]
                if process.numbers and ahead > _BYTES_AHEAD:
                    break
                process.ask(waiting.popleft(), files)

    def _received(self, waiting: deque[int], *, wait: bool) -> Iterator[tuple[int, Answer]]:
        """What has been told meanwhile."""
        if not self._processes:
            return
        for key, _ in self._selector.select(None if wait else 0):
            process: _Process = key.data
            lost = process.receive()
            while process.answers:
                yield process.numbers.popleft(), process.answers.popleft()
            if lost:
                yield from self._replaced(process, waiting)

    def _replaced(self, process: _Process, waiting: deque[int]) -> Iterator[tuple[int, Answer]]:
        """Take a process that ended out of service, and start another one if it did its work."""
        self._selector.unregister(process.replies)
        self._processes.remove(process)
        process.wait()
        if not process.ready:
            self._usable = False
        if process.numbers:
            yield process.numbers.popleft(), LostWorkerError(_how(process.exit_code))
            waiting.extendleft(reversed(process.numbers))
            process.numbers.clear()
        if waiting and self._usable:
            self._start(1)


class _Process:
    """A process that checks files; `numbers` are those it has before it, in turn."""

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
        self._requests: IO[bytes] = self._process.stdin
        self.replies: IO[bytes] = self._process.stdout
        self.ready = False
        self.numbers: deque[int] = deque()
        self.answers: deque[Answer] = deque()
        self._buffer = bytearray()
        self._send(pickle.dumps(order))

    @property
    def exit_code(self) -> int | None:
        """How it ended."""
        return self._process.returncode

    def ask(self, number: int, files: Sequence[Path]) -> None:
        """Let it check a file."""
        self.numbers.append(number)
        self._send(os.fsencode(files[number]))

    def _send(self, data: bytes) -> None:
        # One that is gone is noticed when nothing more is heard of it.
        with suppress(OSError):
            self._requests.write(framed(data))
            self._requests.flush()

    def receive(self) -> bool:
        """Take what it says into `answers`; whether that was its last word."""
        data = os.read(self.replies.fileno(), _LARGEST_READ)
        self._buffer += data
        while len(self._buffer) >= HEAD:
            end = HEAD + int.from_bytes(self._buffer[:HEAD], "big")
            if len(self._buffer) < end:
                break
            message = bytes(self._buffer[HEAD:end])
            del self._buffer[:end]
            if self.ready:
                self.answers.append(Reply.from_bytes(message))
            self.ready = True
        return not data

    def wait(self) -> None:
        """Wait until one that said its last word is gone."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_LAST_SECONDS)
        self.end()

    def end(self) -> None:
        """End it, whatever it does: it holds nothing that could be lost."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        with suppress(OSError):
            self._requests.close()
        self.replies.close()


def _how(exit_code: int | None) -> str:
    if exit_code is not None and exit_code < 0:
        with suppress(ValueError):
            return f"the process that checked it was killed by {signal.Signals(-exit_code).name}"
    return f"the process that checked it ended with exit code {exit_code}"
