"""Tells of sources over a socket, each in a thread of its own, until the socket is closed.

Daft lets other threads of Python run while it waits for a store (measured on 0.6.4 and 0.7.26), so
one source that never answers holds up no other.
"""

from __future__ import annotations

import os
import sys
import threading
from multiprocessing.connection import Connection

from daft_lint.metadata.messages import Ask, Done, Missing, Partitions, Ready, Rows, Told
from daft_lint.verification.engine.installed import lacking


class _Replies:
    """The socket, for threads that write to it one at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()

    def tell(self, told: Told) -> None:
        """Send one thing; whoever has closed the socket wants to hear no more."""
        with self._lock:
            try:
                self._connection.send(told)
            except OSError:
                os._exit(0)


def _serve(connection: Connection) -> None:
    replies = _Replies(connection)
    reason = lacking(("daft",))
    if reason:
        replies.tell(Missing(reason))
        return
    from importlib.metadata import version

    replies.tell(Ready(version("daft")))
    while True:
        try:
            ask: Ask = connection.recv()
        except (EOFError, OSError):
            # Threads may wait for a store for ever.
            os._exit(0)
        threading.Thread(target=_answer, args=(ask, replies), daemon=True).start()


def _answer(ask: Ask, replies: _Replies) -> None:
    from daft_lint.metadata.engine import sources

    problem = ""
    try:
        partitions = sources.partitions(ask.reader, ask.paths)
        if partitions is not None:
            replies.tell(Partitions(ask.number, partitions))
        rows, files = sources.rows(ask.reader, ask.paths, partitions)
        if rows is not None:
            replies.tell(Rows(ask.number, rows, files))
    # Daft panics with what is no Exception.
    except BaseException as error:
        problem = _in_one_line(error)
    replies.tell(Done(ask.number, problem))


def _in_one_line(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}"[:300] if text else type(error).__name__


if __name__ == "__main__":
    with Connection(int(sys.argv[1])) as opened:
        _serve(opened)
