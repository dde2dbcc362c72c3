"""The course of a plan: for each place, the nearest step before it of some kind.

Each kind is noted in one pass, so that the steps of a long plan don't walk it again and again.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property

from daft_lint.plan.pipeline import Operator, OperatorKind, Plan, Source, UdfKind
from daft_lint.records import dataclass, field
from daft_lint.scheduling.optimiser.kept import Kept
from daft_lint.scheduling.optimiser.rewriting import finished_steps
from daft_lint.scheduling.partitions.source_partitions import pieces_of
from daft_lint.scheduling.partitions.task_work import SHUFFLES

# What comes out of these doesn't follow from what comes in: how many rows, or how many of each
# partition.
_UNFORESEEN = SHUFFLES - {OperatorKind.RANDOM_REPARTITION} | {
    OperatorKind.CONCAT,
    OperatorKind.FILTER,
    OperatorKind.EXPLODE,
}

Wanted = frozenset[OperatorKind] | Callable[[Operator], bool]
"""The steps that are looked for: by their kinds, or by anything else."""


@dataclass(eq=False)
class Course:
    """The course of one plan."""

    plan: Plan
    _known: dict[Wanted, list[int]] = field(default_factory=dict)

    @cached_property
    def finished(self) -> int:
        """How many of the first steps an earlier pipeline ran."""
        return finished_steps(self.plan)

    def last(self, wanted: Wanted, place: int) -> int:
        """The place of the last wanted step before a place; -1 where there is none."""
        if wanted not in self._known:
            found = [-1]
            for each, operator in enumerate(self.plan.operators):
                met = wanted(operator) if callable(wanted) else operator.kind in wanted
                found.append(each if met else found[-1])
            self._known[wanted] = found
        return self._known[wanted][place]

    def between(self, wanted: Wanted, start: int, end: int) -> list[int]:
        """The places of the wanted steps from one place on to before another, in their order."""
        found = []
        place = self.last(wanted, end)
        while place >= start:
            found.append(place)
            place = self.last(wanted, place)
        return found[::-1]

    def at(self, place: int) -> Operator | None:
        """The step at a place; None for -1."""
        return None if place < 0 else self.plan.operators[place]

    def unforeseen(self, place: int) -> int:
        """The place of the last step before a place whose outcome can't be foreseen."""
        return self.last(self._is_unforeseen, place)

    def kept_pieces(self, place: int) -> int:
        """The same of one that keeps rows in as many partitions as pieces came, see below."""
        return self.last(self._keeps_pieces, place)

    def _keeps_pieces(self, operator: Operator) -> bool:
        return keeps_pieces(operator, self.plan.source)

    def _is_unforeseen(self, operator: Operator) -> bool:
        source = self.plan.source
        if operator.kind in _UNFORESEEN or operator.may_explode:
            return True
        if operator.kind is OperatorKind.INTO_PARTITIONS and not source.partitions.known:
            # A split rounds up for each partition that there is.
            return True
        if operator.partitions is not None and keeps_pieces(operator, source):
            return True
        if any(call.udf.kind is UdfKind.GENERATOR for call in operator.calls):
            return True
        return operator.count is not None and not operator.count.known


_COURSES = Kept[Course]()


def course_of(plan: Plan) -> Course:
    """The course of a plan."""
    return _COURSES.once(plan, (id(plan),), lambda: Course(plan))


def keeps_pieces(operator: Operator, source: Source) -> bool:
    """Whether a step keeps rows in as many partitions as pieces came, and these aren't known."""
    return operator.kind is OperatorKind.BARRIER and math.isinf(pieces_of(source).high)
