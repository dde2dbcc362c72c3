"""The client of the process with Daft: many sources at once, in the time that a run may wait."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from time import monotonic

from daft_lint.metadata.messages import Answer, Found, Missing, Query, Reply, Request
from daft_lint.programs.child import Child, GoneError
from daft_lint.records import dataclass

_ENGINE = "daft_lint.metadata.engine.process"

_ENVIRONMENT = {
    "DAFT_RUNNER": "native",
    "DAFT_PROGRESS_BAR": "0",
    "DAFT_ANALYTICS_ENABLED": "0",
    "DO_NOT_TRACK": "true",
}
"""Nothing runs on a cluster, and linted code stays private."""


class NoDaftError(Exception):
    """There is no Daft that can be asked. The text says why, in one line."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a query.

    `answer` is what came by then. `problem` is why something is missing, empty when nothing is;
    `late` says that time ran out.
    """

    answer: Answer
    problem: str = ""
    late: bool = False


def run_queries(
    queries: Sequence[Query], seconds: float, python: str = sys.executable
) -> list[Outcome]:
    """Ask Daft of all sources at the same time, and wait at most `seconds` in all.

    Raises:
        NoDaftError: when there is no Daft.
    """
    if not queries:
        return []
    found: dict[int, Found] = {}
    problem, late = f"no answer within {seconds:g} s", True
    try:
        environment = {**os.environ, **_ENVIRONMENT}
        # It only reads, so nothing is lost when it is killed, whatever it waits for.
        with Child(_ENGINE, python=(python,), environment=environment) as process:
            _ask(process, queries, monotonic() + seconds, found)
    except GoneError as error:
        problem, late = f"Daft {error}", False
    replies = (found.get(number, Found(number, Answer())) for number in range(len(queries)))
    return [
        Outcome(reply.answer, reply.problem) if reply.done else Outcome(reply.answer, problem, late)
        for reply in replies
    ]


def _ask(
    process: Child, queries: Sequence[Query], deadline: float, found: dict[int, Found]
) -> None:
    """Fill in what is found of each query by then.

    Raises:
        GoneError: when the process is gone.
        NoDaftError: when there is no Daft.
    """
    hello: Reply | None = process.receive(deadline - monotonic())
    if isinstance(hello, Missing):
        raise NoDaftError(hello.reason)
    if hello is None:
        return
    for number, query in enumerate(queries):
        process.send(Request(number, query.reader, query.paths))
    while sum(reply.done for reply in found.values()) < len(queries):
        answer: Reply | None = process.receive(deadline - monotonic())
        if not isinstance(answer, Found):
            return
        found[answer.number] = answer
