"""The client of the process with Daft: many sources at once, in the time that a run may wait."""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from time import monotonic

from daft_lint.metadata.messages import Answer, Found, Missing, Query, Ready, Reply, Request
from daft_lint.programs.child import Child, GoneError

_ENGINE = "daft_lint.metadata.engine.process"

_ENVIRONMENT = {
    "DAFT_RUNNER": "native",
    "DAFT_PROGRESS_BAR": "0",
    "DAFT_ANALYTICS_ENABLED": "0",
    "DO_NOT_TRACK": "true",
}
"""Nothing runs on a cluster, and linted code stays private."""

_AT_ONCE = 16
"""Sources that are asked of at the same time."""

_SHARE = 0.25
"""The part of the time after which a source no longer keeps others waiting."""


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
    """Ask Daft of sources, those on this machine first, and wait at most `seconds` in all.

    Raises:
        NoDaftError: when there is no Daft.
    """
    if not queries:
        return []
    asking = _Queries(queries, seconds)
    try:
        environment = {**os.environ, **_ENVIRONMENT}
        # It only reads, so nothing is lost when it is killed, whatever it waits for.
        with Child(_ENGINE, python=(python,), environment=environment) as process:
            asking.run(process)
    except GoneError as error:
        return asking.outcomes(f"Daft {error}", late=False)
    return asking.outcomes(f"no answer within {seconds:g} s", late=True)


@dataclass(slots=True)
class _Queries:
    queries: Sequence[Query]
    seconds: float
    _found: dict[int, Found] = field(default_factory=dict)
    _asked_at: dict[int, float] = field(default_factory=dict)

    def run(self, process: Child) -> None:
        deadline = monotonic() + self.seconds
        hello = process.receive(self.seconds)
        if isinstance(hello, Missing):
            raise NoDaftError(hello.reason)
        if not isinstance(hello, Ready):
            return
        waiting = deque(
            sorted(range(len(self.queries)), key=lambda index: self.queries[index].remote)
        )
        while sum(found.done for found in self._found.values()) < len(self.queries):
            now = monotonic()
            while waiting and self._keeping_others(now) < _AT_ONCE:
                number = waiting.popleft()
                query = self.queries[number]
                process.send(Request(number, query.reader, query.paths))
                self._asked_at[number] = now
            left = deadline - now
            if left <= 0:
                return
            patience = min(left, self.seconds * _SHARE / 4) if waiting else left
            reply: Reply | None = process.receive(patience)
            if isinstance(reply, Found):
                self._found[reply.number] = reply

    def outcomes(self, reason: str, *, late: bool) -> list[Outcome]:
        """What became of each query; `reason` is why those that aren't done were left."""
        return [self._outcome(number, reason, late=late) for number in range(len(self.queries))]

    def _outcome(self, number: int, reason: str, *, late: bool) -> Outcome:
        found = self._found.get(number, Found(number, Answer()))
        if found.done:
            return Outcome(found.answer, found.problem)
        return Outcome(found.answer, reason, late)

    def _keeping_others(self, now: float) -> int:
        """How many sources under way are not yet overdue."""
        share = self.seconds * _SHARE
        done = {number for number, found in self._found.items() if found.done}
        under_way = (at for number, at in self._asked_at.items() if number not in done)
        return sum(now - at < share for at in under_way)
