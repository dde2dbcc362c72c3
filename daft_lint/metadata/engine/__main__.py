"""Answers about sources over a socket, each in a thread of its own, until the socket is closed.

Daft lets other threads of Python run while it waits for a store (measured on 0.6.4 and 0.7.26), so
one source that never answers holds up no other.
"""

from __future__ import annotations

import os
import sys
import threading
from multiprocessing.connection import Connection

from daft_lint.metadata.messages import Done, Missing, Partitions, Ready, Reply, Request, Rows
from daft_lint.verification.engine.installed import lacking


class _Replies:
    """The socket, for threads that write to it one at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()

    def send(self, reply: Reply) -> None:
        """Send one reply; end this process if the socket is closed."""
        with self._lock:
            try:
                self._connection.send(reply)
            except OSError:
                os._exit(0)


def _serve(connection: Connection) -> None:
    replies = _Replies(connection)
    reason = lacking(("daft",))
    if reason:
        replies.send(Missing(reason))
        return
    from importlib.metadata import version

    replies.send(Ready(version("daft")))
    while True:
        try:
            request: Request = connection.recv()
        except (EOFError, OSError):
            # Threads may wait for a store for ever.
            os._exit(0)
        threading.Thread(target=_answer, args=(request, replies), daemon=True).start()


def _answer(request: Request, replies: _Replies) -> None:
    from daft_lint.metadata.engine import sources

    problem = ""
    try:
        partitions = sources.partitions(request.reader, request.paths)
        if partitions is not None:
            replies.send(Partitions(request.number, partitions))
        rows, files, groups = sources.rows(request.reader, request.paths, partitions)
        if rows is not None:
            replies.send(Rows(request.number, rows, files, groups))
    # Daft panics with what is no Exception.
    except BaseException as error:
        problem = _in_one_line(error)
    replies.send(Done(request.number, problem))


def _in_one_line(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}"[:300] if text else type(error).__name__


if __name__ == "__main__":
    with Connection(int(sys.argv[1])) as opened:
        _serve(opened)
