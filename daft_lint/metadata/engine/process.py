"""Answers about sources over a socket, each in a thread of its own, until the socket is closed.

Daft lets other threads of Python run while it waits for a store (measured on 0.6.4 and 0.7.26), so
one source that never answers holds up no other.
"""

from __future__ import annotations

import os
import threading
from multiprocessing.connection import Connection

from daft_lint.metadata.messages import Answer, Found, Missing, Ready, Request
from daft_lint.programs.channel import ParentChannel
from daft_lint.verification.engine.process import lacking


def main(descriptor: int) -> None:
    """Answer about sources until the socket closes."""
    connection = Connection(descriptor)
    replies = ParentChannel(connection)
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


def _answer(request: Request, replies: ParentChannel) -> None:
    from daft_lint.metadata.engine import sources

    answer, problem = Answer(), ""
    try:
        answer = Answer(sources.partitions(request.reader, request.paths))
        replies.send(Found(request.number, answer))
        rows, files, groups = sources.rows(request.reader, request.paths, answer.partitions)
        if rows is not None:
            answer = Answer(answer.partitions, rows, files, groups)
    # Daft panics with what is no Exception.
    except BaseException as error:
        problem = _in_one_line(error)
    replies.send(Found(request.number, answer, done=True, problem=problem))


def _in_one_line(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}"[:300] if text else type(error).__name__
