"""The engine process, for its parent: ask, wait with a time limit, end it."""

from __future__ import annotations

import errno
import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from subprocess import DEVNULL

from daft_lint.documents.file_status import read_whole
from daft_lint.programs.child import Child, GoneError
from daft_lint.verification.messages import Answer, Failed, NotInstalled, Request

_GRACE = 20.0
"""Seconds that the engine gets to end its cluster before it is killed."""

_LAST_SECONDS = 2.0
"""Seconds within which a process ends that has closed its socket."""

# The path of a Ray socket has up to 83 bytes more, and may have 103 on macOS and 107 on Linux.
# Bytes; measured with Ray 2.60: a replay takes between 64 and 256 KiB.
_LEAST_ROOM = 1024 * 1024
_LONGEST_TEMPORARY_FOLDER = 20

_MODULE = "daft_lint.verification.engine.process"


class EngineError(Exception):
    """The engine could not do what it was asked for. The text is one line for a person."""


class EngineTimeoutError(EngineError):
    """The engine gave no answer in time, and can't be used again."""


class NotInstalledError(EngineError):
    """Daft or Ray isn't there, or is too old."""


class EngineGoneError(EngineError):
    """The engine ended by itself, and can't be used again."""


class EngineProcess:
    """A process with a Ray cluster, or with a connection to one. Use it as a context manager.

    Whatever happens inside, no process and no temporary file of it is left behind. The engine gets
    the descriptors in `handed`, under the same numbers.
    """

    def __init__(self, python: str = sys.executable, handed: Sequence[int] = ()) -> None:
        self._python = python
        self._handed = handed
        self._child: Child | None = None
        self._folder = Path()

    def __enter__(self) -> EngineProcess:
        if importlib.util.find_spec("psutil") is None:
            raise NotInstalledError("No module named 'psutil'")
        self._folder = _temporary_folder()
        try:
            with self._log.open("wb") as log:
                self._child = Child(
                    _MODULE,
                    # Ray's own variable is for the engine alone.
                    os.environ.get("RAY_TMPDIR", ""),
                    python=(self._python,),
                    environment={**os.environ, "RAY_TMPDIR": str(self._folder)},
                    streams=(DEVNULL, log.fileno(), log.fileno()),
                    handed=self._handed,
                )
        except (OSError, GoneError) as error:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise EngineError(f"the engine {error}") from None
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def ask(self, request: Request, timeout: float) -> Answer:
        """Send a request and wait for its answer.

        Raises:
            EngineTimeoutError: no answer within `timeout` seconds.
            EngineGoneError: the process ended.
            NotInstalledError: there is no Daft or no Ray.
            EngineError: the request failed; the engine can still be used.
        """
        child = self._running()
        try:
            child.send(request)
            answer: Answer | None = child.receive(timeout)
        except GoneError:
            raise EngineGoneError(self._end()) from None
        if answer is None:
            raise EngineTimeoutError(f"did not finish within {timeout:,.0f} s")
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
            return read_whole(self._log).decode("utf-8", "replace")
        except OSError:
            return ""

    @property
    def _log(self) -> Path:
        return self._folder / "engine.log"

    def stop(self) -> None:
        """End the process and its cluster, even in the middle of a run.

        When this is interrupted, the engine still ends all, and removes its files.
        """
        child, self._child = self._child, None
        if child is not None:
            child.end(_GRACE)
            shutil.rmtree(self._folder, ignore_errors=True)

    def _end(self) -> str:
        """How the engine ended, in one line."""
        child = self._running()
        child.end(_LAST_SECONDS)
        how = child.how_it_ended(0)
        return f"the engine {how}" if "killed" in how else f"the engine ended: {self.last_words()}"

    def _running(self) -> Child:
        if self._child is None:
            raise EngineGoneError("the engine was stopped")
        return self._child


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
