"""The process with Daft, seen from the one that asks it. It ends with the block that uses it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType

from daft_lint.metadata.messages import Reply, Request

_OURS = str(Path(__file__).parents[2])
_MODULE = "daft_lint.metadata.engine"

# `python -m` would search the current folder first, and find a daft.py of the user's there.
_PROGRAM = f"""\
import sys
sys.path[:] = [*filter(None, sys.path), sys.argv.pop()]
import runpy
runpy.run_module({_MODULE!r}, run_name="__main__", alter_sys=True)
"""

# Nothing runs on a cluster, and linted code stays private.
_ENVIRONMENT = {
    "DAFT_RUNNER": "native",
    "DAFT_PROGRESS_BAR": "0",
    "DAFT_ANALYTICS_ENABLED": "0",
    "DO_NOT_TRACK": "true",
}


class GoneError(Exception):
    """The process ended by itself, or can't be started. The text is one line for a person."""


@dataclass(slots=True)
class MetadataProcess:
    """A process that imports Daft and answers about sources. Use it as a context manager."""

    python: str = sys.executable
    _process: subprocess.Popen[bytes] | None = None
    _connection: Connection | None = None

    def __enter__(self) -> MetadataProcess:
        ours, theirs = socket.socketpair()
        self._connection = Connection(ours.detach())
        try:
            with theirs:
                self._process = subprocess.Popen(
                    [self.python, "-c", _PROGRAM, str(theirs.fileno()), _OURS],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    pass_fds=[theirs.fileno()],
                    env={**os.environ, **_ENVIRONMENT},
                    # Ctrl-C is for the one who asks, who then ends this one.
                    start_new_session=True,
                )
        except OSError as error:
            self._connection.close()
            raise GoneError(f"Daft can't be started: {error}") from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        process, connection = self._process, self._connection
        self._process = self._connection = None
        if connection is not None:
            connection.close()
        if process is not None:
            # It only reads, so nothing is lost, and what it waits for may never come.
            process.kill()
            process.wait()

    def send(self, request: Request) -> None:
        """Ask something.

        Raises:
            GoneError: when the process is gone.
        """
        try:
            self._open().send(request)
        except OSError:
            raise GoneError("Daft stopped unexpectedly") from None

    def receive(self, seconds: float) -> Reply | None:
        """The next reply; None when none comes within so many seconds.

        Raises:
            GoneError: when the process is gone.
        """
        try:
            if not self._open().poll(max(0.0, seconds)):
                return None
            reply: Reply = self._open().recv()
        except (EOFError, OSError):
            raise GoneError("Daft stopped unexpectedly") from None
        return reply

    def _open(self) -> Connection:
        if self._connection is None:
            raise GoneError("Daft was stopped")
        return self._connection
