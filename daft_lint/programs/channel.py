"""The channel from the process of a user's program to its parent."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection

from daft_lint.records import dataclass

Notify = Callable[[str], None]
"""Tells the user in one line what was kept from the program."""


def error_line(error: BaseException) -> str:
    """An error in one line: the last that isn't blank, as Daft repeats a whole traceback."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[-1]}" if lines else type(error).__name__


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was kept from the program, in one line."""

    text: str


class ParentChannel:
    """A channel over a socket, for any thread; it drops what comes when the other end is gone.

    A process that the program forks has the same socket, and what both say at once would get mixed.
    So such a process sends nothing.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()
        self._notes: set[str] = set()
        self._process = os.getpid()

    def send(self, message: object) -> None:
        """Tell something that can be pickled."""
        if os.getpid() == self._process:
            with self._lock, contextlib.suppress(OSError):
                self._connection.send(message)

    def note(self, text: str) -> None:
        """Tell a note, the first time."""
        if text not in self._notes:
            self._notes.add(text)
            self.send(Note(text))
