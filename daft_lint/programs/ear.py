"""The one who hears what goes on in the process of a user's program."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection

Tell = Callable[[str], None]
"""Tells the user in one line what was kept from the program."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was kept from the program, in one line."""

    text: str


class Ear:
    """Hears over a socket, from any thread; deaf when the other end is gone.

    A process that the program forks has the same socket, and what both say at once would get mixed.
    So such a process isn't heard.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()
        self._notes: set[str] = set()
        self._process = os.getpid()

    def send(self, told: object) -> None:
        """Tell something that can be pickled."""
        if os.getpid() == self._process:
            with self._lock, contextlib.suppress(OSError):
                self._connection.send(told)

    def note(self, text: str) -> None:
        """Tell a note, the first time."""
        if text not in self._notes:
            self._notes.add(text)
            self.send(Note(text))
