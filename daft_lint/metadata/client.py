"""The client of the process with Daft: many sources at once, in the time that a run may wait."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import monotonic

from daft_lint.metadata.messages import (
    Answer,
    Done,
    Missing,
    Partitions,
    Query,
    Ready,
    Reply,
    Request,
    Rows,
)
from daft_lint.metadata.process import GoneError, MetadataProcess

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
        with MetadataProcess(python) as process:
            asking.run(process)
    except GoneError as error:
        return asking.outcomes(str(error), late=False)
    return asking.outcomes(f"no answer within {seconds:g} s", late=True)


@dataclass(slots=True)
class _Queries:
    queries: Sequence[Query]
    seconds: float
    _answers: dict[int, Answer] = field(default_factory=dict)
    _done: dict[int, str] = field(default_factory=dict)
    _asked_at: dict[int, float] = field(default_factory=dict)

    def run(self, process: MetadataProcess) -> None:
        deadline = monotonic() + self.seconds
        hello = process.receive(self.seconds)
        if isinstance(hello, Missing):
            raise NoDaftError(hello.reason)
        if not isinstance(hello, Ready):
            return
        waiting = deque(
            sorted(range(len(self.queries)), key=lambda index: self.queries[index].remote)
        )
        while len(self._done) < len(self.queries):
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
            reply = process.receive(patience)
            if reply is not None:
                self._take(reply)

    def outcomes(self, reason: str, *, late: bool) -> list[Outcome]:
        """What became of each query; `reason` is why those that aren't done were left."""
        return [self._outcome(number, reason, late=late) for number in range(len(self.queries))]

    def _outcome(self, number: int, reason: str, *, late: bool) -> Outcome:
        answer = self._answers.get(number, Answer())
        if number in self._done:
            return Outcome(answer, self._done[number])
        return Outcome(answer, reason, late)

    def _keeping_others(self, now: float) -> int:
        """How many sources under way are not yet overdue."""
        share = self.seconds * _SHARE
        under_way = (at for number, at in self._asked_at.items() if number not in self._done)
        return sum(now - at < share for at in under_way)

    def _take(self, reply: Reply) -> None:
        if isinstance(reply, Done):
            self._done[reply.number] = reply.problem
        elif isinstance(reply, Partitions):
            known = self._answers.get(reply.number, Answer())
            self._answers[reply.number] = replace(known, partitions=reply.partitions)
        elif isinstance(reply, Rows):
            known = self._answers.get(reply.number, Answer())
            self._answers[reply.number] = replace(
                known, rows=reply.rows, files=reply.files, groups=reply.groups
            )
