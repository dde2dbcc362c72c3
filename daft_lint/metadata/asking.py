"""Asking Daft of many sources at once, no longer than a run may wait."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import monotonic

from daft_lint.metadata.messages import (
    Answer,
    Ask,
    Done,
    Missing,
    Partitions,
    Query,
    Ready,
    Rows,
    Told,
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

    `answer` is what was told by then. `problem` is why something is missing, empty when nothing
    is; `late` says that it was time.
    """

    answer: Answer
    problem: str = ""
    late: bool = False


def ask(queries: Sequence[Query], seconds: float, python: str = sys.executable) -> list[Outcome]:
    """Ask Daft of sources, those on this machine first, and wait at most `seconds` in all.

    Raises:
        NoDaftError: when there is no Daft.
    """
    if not queries:
        return []
    asking = _Asking(queries, seconds)
    try:
        with MetadataProcess(python) as process:
            asking.run(process)
    except GoneError as error:
        return asking.outcomes(str(error), late=False)
    return asking.outcomes(f"no answer within {seconds:g} s", late=True)


@dataclass(slots=True)
class _Asking:
    queries: Sequence[Query]
    seconds: float
    _answers: dict[int, Answer] = field(default_factory=dict)
    _done: dict[int, str] = field(default_factory=dict)
    _asked_at: dict[int, float] = field(default_factory=dict)

    def run(self, process: MetadataProcess) -> None:
        deadline = monotonic() + self.seconds
        hello = process.told(self.seconds)
        if isinstance(hello, Missing):
            raise NoDaftError(hello.reason)
        if not isinstance(hello, Ready):
            return
        waiting = deque(sorted(range(len(self.queries)), key=lambda one: self.queries[one].remote))
        while len(self._done) < len(self.queries):
            now = monotonic()
            while waiting and self._keeping_others(now) < _AT_ONCE:
                number = waiting.popleft()
                query = self.queries[number]
                process.send(Ask(number, query.reader, query.paths))
                self._asked_at[number] = now
            left = deadline - now
            if left <= 0:
                return
            patience = min(left, self.seconds * _SHARE / 4) if waiting else left
            told = process.told(patience)
            if told is not None:
                self._take(told)

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
        under_way = (at for one, at in self._asked_at.items() if one not in self._done)
        return sum(now - at < share for at in under_way)

    def _take(self, told: Told) -> None:
        if isinstance(told, Done):
            self._done[told.number] = told.problem
        elif isinstance(told, Partitions):
            known = self._answers.get(told.number, Answer())
            self._answers[told.number] = replace(known, partitions=told.partitions)
        elif isinstance(told, Rows):
            known = self._answers.get(told.number, Answer())
            self._answers[told.number] = replace(known, rows=told.rows, files=told.files)
