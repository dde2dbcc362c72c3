"""A program of the user's in a process of its own, from start to end, as its parent sees it."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path

from daft_lint.programs.processes import kill_session
from daft_lint.programs.supervisor import is_possible

_GRACE = 5.0
"""Seconds that an interrupted program gets to end, and that the end of its family may take."""

_OURS = str(Path(__file__).parents[2])

# `python -m` would search the current folder first, and find a module of the user's there.
_PROGRAM = """\
import sys
sys.path[:] = [*filter(None, sys.path), sys.argv.pop()]
from daft_lint.programs.supervisor import keep
keep(int(sys.argv[1]))
from {module} import main
main(int(sys.argv[1]))
"""


class SupervisedProcess:
    """A process that runs `main(descriptor)` of a module of ours, and all that comes of it.

    `connection` leads to the socket with that descriptor. Use it as a context manager: with the
    block ends its whole family. On Linux that is every process below it, elsewhere its session, if
    it has its own.
    """

    def __init__(
        self,
        module: str,
        environment: Mapping[str, str],
        streams: tuple[int, int, int],
        *,
        own_session: bool,
    ) -> None:
        stdin, stdout, stderr = streams
        ours, theirs = socket.socketpair()
        self.connection = Connection(ours.detach())
        with theirs:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-c",
                    _PROGRAM.format(module=module),
                    str(theirs.fileno()),
                    _OURS,
                ],
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                env=dict(environment),
                pass_fds=[theirs.fileno()],
                start_new_session=own_session,
            )
        self._own_session = own_session

    def __enter__(self) -> SupervisedProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def exit_code(self) -> int | None:
        """The exit code as a shell has it; None while the program runs."""
        code = self._process.poll()
        return 128 - code if code is not None and code < 0 else code

    def interrupt(self) -> None:
        """Let the program see a Ctrl-C, and give it some time."""
        with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
            self._process.send_signal(signal.SIGINT)
            self._process.wait(_GRACE)

    def end(self) -> None:
        """Kill what is left of the program and its family."""
        self.connection.close()
        if is_possible():
            # Its keeper sees that, and ends all.
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_GRACE)
                return
        if self._own_session:
            if importlib.util.find_spec("psutil") is not None:
                kill_session(self._process.pid, _GRACE)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        # Only now, so that no other session can have its number.
        self._process.wait()
