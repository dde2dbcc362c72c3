"""The range of run times, where chance makes them differ."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from daft_lint.records import dataclass

ALIKE = 0.15
"""Up to such a share of its makespan a run counts as about as long as another one."""

_LATE = 0.9
_STEADY = 0.05
_WORTH_A_WORD = 0.05
"""A smaller share of the runs is reported with the runs next to it."""


@dataclass(frozen=True, slots=True)
class Times:
    """The makespans of at least one run in seconds, the shortest first."""

    spans: tuple[float, ...]

    @property
    def expected(self) -> float:
        """Their mean."""
        return _mean(self.spans)

    @property
    def late(self) -> float:
        """Nine runs of ten end by then: where the bad tenth begins."""
        return self.spans[math.ceil(_LATE * len(self.spans)) - 1]

    @property
    def steady(self) -> bool:
        """Whether the bad tenth is hardly longer than the others."""
        return self.late <= self.expected * (1 + _STEADY)

    @property
    def kinds(self) -> tuple[tuple[float, float], ...]:
        """Shares of the runs, from 0 to 1, and about how long these take, the quickest first.

        Between two kinds lies a gap of at least 15 %.
        """
        return tuple((len(kind) / len(self.spans), _mean(kind)) for kind in _kinds(self.spans))

    def beat(self, others: Times, gain: float = 0.0) -> bool:
        """Whether they are shorter by such a share in the mean, and no longer in the bad tenth.

        Most runs may have been lucky before: on Ray four tasks for two, one and one actors took
        1.22 s twice and 2.4 s once, and 1.5 s each time as advised (benchmarks/advice_on_ray.py).
        """
        return self.expected < others.expected * (1 - gain) and self.late <= others.late


def times_of(spans: Iterable[float]) -> Times:
    """The times of runs in any order."""
    return Times(tuple(sorted(spans)))


def _kinds(ordered: Sequence[float]) -> list[list[float]]:
    """Runs that are about as long as the next shorter one together, few of them with the others."""
    kinds: list[list[float]] = [[]]
    for span in ordered:
        if kinds[-1] and span > kinds[-1][-1] * (1 + ALIKE):
            kinds.append([])
        kinds[-1].append(span)
    groups = [kinds[0]]
    for kind in kinds[1:]:
        if min(len(kind), len(groups[-1])) < _WORTH_A_WORD * len(ordered):
            groups[-1] += kind
        else:
            groups.append(kind)
    return groups


def _mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers)
