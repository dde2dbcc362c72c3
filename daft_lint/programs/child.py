"""A child process of daft-lint: started, talked to over a socket, and ended.

All that daft-lint runs beside itself is such a process: workers that check files, Daft that reads
metadata, the engine of `verify`, and programs of the user's.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

from daft_lint.programs.processes import kill_session
from daft_lint.programs.supervisor import is_possible

_OURS = str(Path(__file__).parents[2])
_LOOK_SECONDS = 0.1

# `python -m` would search the current folder first, and find a daft.py of the user's there.
_PROGRAM = """\
import sys
sys.path[:] = {path}
{keep}from {module} import main
main(int(sys.argv[1]), *sys.argv[2:])
"""
_KEEP = "from daft_lint.programs.supervisor import keep\nkeep(int(sys.argv[1]))\n"


class GoneError(Exception):
    """A child can't be started, or has ended by itself. The text is one line for a person."""


class Child:
    """A process that runs `main(descriptor, *arguments)` of a module of ours.

    `connection` leads to the socket with that descriptor, and what is sent is pickled. The socket
    closes when this process is gone, however it ends, and then the child has to end too.
    """

    def __init__(
        self,
        module: str,
        *arguments: str,
        python: Sequence[str] = (sys.executable,),
        path: Sequence[str] | None = None,
        environment: Mapping[str, str] | None = None,
        streams: tuple[int, int, int] = (DEVNULL, DEVNULL, DEVNULL),
        handed: Sequence[int] = (),
        kept: bool = False,
        own_session: bool = True,
    ) -> None:
        """Start it.

        Args:
            module: The module with `main`.
            arguments: What `main` gets besides the descriptor.
            python: The command of Python.
            path: Where it imports from; None: from where its Python does, but not from the current
                folder.
            environment: Its variables, None: those of this process.
            streams: The descriptors of its input, output and error output.
            handed: More descriptors, which it gets under the same numbers.
            kept: Let a keeper end all that comes of it (`programs/supervisor.py`).
            own_session: It leads a session of its own. So Ctrl-C is for this process alone, which
                then ends it.

        Raises:
            GoneError: when it can't be started.
        """
        if os.name == "nt":
            # Its sockets can't be handed on by number.
            raise GoneError("can't be started on Windows")
        searched = f"[*filter(None, sys.path), {_OURS!r}]" if path is None else repr([*path])
        program = _PROGRAM.format(path=searched, keep=_KEEP if kept else "", module=module)
        ours, theirs = socket.socketpair()
        self.connection = Connection(ours.detach())
        self._kept, self._own_session, self._is_over = kept, own_session, False
        stdin, stdout, stderr = streams
        try:
            with theirs:
                self._process = subprocess.Popen(
                    [*python, "-c", program, str(theirs.fileno()), *arguments],
                    stdin=stdin,
                    stdout=stdout,
                    stderr=stderr,
                    pass_fds=[theirs.fileno(), *handed],
                    env=None if environment is None else dict(environment),
                    start_new_session=own_session,
                )
        except OSError as error:
            self.connection.close()
            raise GoneError(f"can't be started: {error}") from None

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def send(self, message: object) -> None:
        """Send something.

        Raises:
            GoneError: when the process is gone.
        """
        try:
            self.connection.send(message)
        except OSError:
            raise GoneError("stopped unexpectedly") from None

    def receive(self, seconds: float | None = None) -> Any:
        """The next message; None when none comes within so many seconds.

        Raises:
            GoneError: when the process is gone.
        """
        try:
            if seconds is not None and not self.connection.poll(max(0.0, seconds)):
                return None
            return self.connection.recv()
        except (EOFError, OSError):
            raise GoneError("stopped unexpectedly") from None

    def finished(
        self, take: Callable[[Any], None], seconds: float | None, *others: Connection
    ) -> int | None:
        """Hand on messages until the process ends; its exit code as a shell has it.

        None when it hasn't ended within so many seconds, or when one of `others` has something to
        read, or is closed.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        while (code := self._process.poll()) is None:
            self._hand_on(take)
            if (deadline is not None and time.monotonic() > deadline) or any(
                other.poll() for other in others
            ):
                return None
            if self.connection.closed:
                time.sleep(_LOOK_SECONDS)
            else:
                wait([self.connection, *others], _LOOK_SECONDS)
        self._hand_on(take)
        return 128 - code if code < 0 else code

    def _hand_on(self, take: Callable[[Any], None]) -> None:
        """Hand on what has come."""
        try:
            while not self.connection.closed and self.connection.poll():
                take(self.connection.recv())
        except (EOFError, OSError):
            self.connection.close()

    def interrupt(self, seconds: float) -> None:
        """Let it see a Ctrl-C, and give it so many seconds."""
        with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
            self._process.send_signal(signal.SIGINT)
            self._process.wait(seconds)

    def how_it_ended(self, seconds: float) -> str:
        """How a process that fell silent ended, which may take so many seconds."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        self.end()
        code = self._process.returncode
        if code < 0:
            with contextlib.suppress(ValueError):
                return f"was killed by {signal.Signals(-code).name}"
        return f"ended with exit code {code}"

    def end(self, grace: float = 0.0) -> None:
        """End it, and after so many seconds kill what is left of it and its session.

        Of one that is kept, its keeper ends all that came of it. Without a grace, only the process
        itself is killed.
        """
        if self._is_over:
            # Another process may have its number by now.
            return
        if grace:
            self.connection.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(grace)
        done = self._kept and is_possible() and self._process.returncode is not None
        if grace and self._own_session and not done:
            try:
                kill_session(self.pid, grace)
            except ImportError:
                # Only verify needs psutil.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(self.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        # Where nothing else is waited for, a thread may be reading until now.
        self.connection.close()
        self._is_over = True


def interpreter() -> list[str]:
    """The command of this Python, with the options that it was started with."""
    # Private, so untyped, but multiprocessing itself uses it.
    flags: list[str] = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
    return [sys.executable, *flags]
