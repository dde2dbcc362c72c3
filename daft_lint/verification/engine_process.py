"""The engine process, for its parent: ask, wait with a time limit, end it."""

from __future__ import annotations

import contextlib
import errno
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType, TracebackType

from daft_lint.documents.file_status import read_whole
from daft_lint.programs.processes import await_end, kill_session
from daft_lint.verification.messages import Answer, Failed, NotInstalled, Request

_GRACE = 20.0
"""Seconds that the engine gets to end its cluster before it is killed."""

_LAST_SECONDS = 2.0
"""Seconds within which a process ends that has closed its socket."""

# The path of a Ray socket has up to 83 bytes more, and may have 103 on macOS and 107 on Linux.
# Bytes; measured with Ray 2.60: a replay takes between 64 and 256 KiB.
_LEAST_ROOM = 1024 * 1024
_LONGEST_TEMPORARY_FOLDER = 20

_OURS = str(Path(__file__).parents[2])

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

# `python -m` would search the current folder first, and find a daft.py of the user's there.
_MODULE = "daft_lint.verification.engine"
_PROGRAM = f"""\
import sys
sys.path[:] = [*filter(None, sys.path), sys.argv.pop()]
import runpy
runpy.run_module({_MODULE!r}, run_name="__main__", alter_sys=True)
"""


class EngineError(Exception):
    """The engine could not do what it was asked for. The text is one line for a person."""


class EngineTimeoutError(EngineError):
    """The engine gave no answer in time, and can't be used again."""


class NotInstalledError(EngineError):
    """Daft or Ray isn't there, or is too old."""


class EngineGoneError(EngineError):
    """The engine ended by itself, and can't be used again."""


@dataclass(slots=True)
class _Parts:
    process: subprocess.Popen[bytes]
    connection: Connection
    folder: Path
    log: Path


class EngineProcess:
    """A process with a Ray cluster, or with a connection to one. Use it as a context manager.

    Whatever happens inside, no process and no temporary file of it is left behind. The engine gets
    the descriptors in `handed`, under the same numbers.
    """

    def __init__(self, python: str = sys.executable, handed: Sequence[int] = ()) -> None:
        self._python = python
        self._handed = handed
        self._parts: _Parts | None = None

    def __enter__(self) -> EngineProcess:
        if importlib.util.find_spec("psutil") is None:
            raise NotInstalledError("No module named 'psutil'")
        with _undisturbed():
            folder = _temporary_folder()
            try:
                self._parts = _start(self._python, folder, self._handed)
            except OSError as error:
                shutil.rmtree(folder, ignore_errors=True)
                raise EngineError(f"the engine can't be started: {error}") from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def ask(self, request: Request, timeout: float) -> Answer:
        """Send a request and wait for its answer.

        Raises:
            EngineTimeoutError: no answer within `timeout` seconds.
            EngineGoneError: the process ended.
            NotInstalledError: there is no Daft or no Ray.
            EngineError: the request failed; the engine can still be used.
        """
        parts = self._running()
        try:
            parts.connection.send(request)
            if not parts.connection.poll(timeout):
                raise EngineTimeoutError(f"did not finish within {timeout:,.0f} s")
            answer: Answer = parts.connection.recv()
        except (EOFError, OSError):
            raise EngineGoneError(self._end()) from None
        if isinstance(answer, NotInstalled):
            raise NotInstalledError(answer.reason)
        if isinstance(answer, Failed):
            raise EngineError(answer.message)
        return answer

    def last_words(self) -> str:
        """The last line that the engine, Daft and Ray wrote."""
        lines = self.log().splitlines()
        return lines[-1].strip() if lines else "it wrote no output"

    def log(self) -> str:
        """The whole output of the engine, Daft and Ray."""
        try:
            return read_whole(self._running().log).decode("utf-8", "replace")
        except OSError:
            return ""

    def stop(self) -> None:
        """End the process and its cluster, even in the middle of a run."""
        # A second Ctrl-C must not leave a cluster behind.
        with _undisturbed():
            parts, self._parts = self._parts, None
            if parts is None:
                return
            # The engine ends when it sees this.
            parts.connection.close()
            await_end(parts.process.pid, _GRACE)
            kill_session(parts.process.pid, _GRACE)
            # Only now, so that no other session can have its number.
            parts.process.wait()
            shutil.rmtree(parts.folder, ignore_errors=True)

    def _end(self) -> str:
        """How the engine ended, in one line."""
        parts = self._running()
        await_end(parts.process.pid, _LAST_SECONDS)
        kill_session(parts.process.pid, _GRACE)
        code = parts.process.wait()
        if code < 0:
            return f"the engine was killed ({signal.Signals(-code).name})"
        return f"the engine ended: {self.last_words()}"

    def _running(self) -> _Parts:
        if self._parts is None:
            raise EngineGoneError("the engine was stopped")
        return self._parts


def _temporary_folder() -> Path:
    """A new folder, with a path that is short and plain enough for Ray.

    Raises:
        EngineError: when there is no place for it.
    """
    try:
        usual = tempfile.gettempdir()
        fits = len(os.fsencode(usual)) <= _LONGEST_TEMPORARY_FOLDER and " " not in usual
        place = usual if fits else "/tmp"
        if shutil.disk_usage(place).free < _LEAST_ROOM:
            # Ray would wait for its own files for half a minute.
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), place)
        return Path(tempfile.mkdtemp(prefix="dl-", dir=place))
    except OSError as error:
        raise EngineError(f"can't create a temporary folder: {error}") from None


def _start(python: str, folder: Path, handed: Sequence[int]) -> _Parts:
    ours, theirs = socket.socketpair()
    connection = Connection(ours.detach())
    log = folder / "engine.log"
    with log.open("wb") as written, theirs:
        process = subprocess.Popen(
            [python, "-c", _PROGRAM, str(theirs.fileno()), os.environ.get("RAY_TMPDIR", ""), _OURS],
            stdin=subprocess.DEVNULL,
            stdout=written,
            stderr=subprocess.STDOUT,
            pass_fds=[theirs.fileno(), *handed],
            env={**os.environ, "RAY_TMPDIR": str(folder)},
            # Ctrl-C is for the parent, which shows the progress; it then ends this one in good
            # order.
            start_new_session=True,
        )
    return _Parts(process, connection, folder, log)


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Delay SIGINT, SIGTERM and SIGHUP until the block is done.

    A mask would not do: it is one thread's, and any thread of the process may take a signal.
    """
    came: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        came.append(number)

    before = {}
    if threading.current_thread() is threading.main_thread():
        before = {signum: signal.getsignal(signum) for signum in _SIGNALS}
    heard = {
        signum: handler
        for signum, handler in before.items()
        if handler not in (None, signal.SIG_IGN)
    }
    for signum in heard:
        signal.signal(signum, note)
    try:
        yield
    finally:
        for signum, handler in heard.items():
            signal.signal(signum, handler)
        if came:
            signal.raise_signal(came[0])
