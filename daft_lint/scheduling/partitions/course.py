"""The course of a plan: for each place, the nearest step before it of some kind.

Each kind is noted in one pass, so that the steps of a long plan don't walk it again and again.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property

from daft_lint.plan.pipeline import Operator, OperatorKind, Plan, Source, UdfKind
from daft_lint.records import dataclass
from daft_lint.scheduling.optimiser.kept import Kept
from daft_lint.scheduling.optimiser.rewriting import finished_steps
from daft_lint.scheduling.partitions.flow import pieces_of
from daft_lint.scheduling.partitions.task_work import SHUFFLES, TASK_ENDERS

_COUNT_DECIDERS = TASK_ENDERS - {OperatorKind.SORT, OperatorKind.BARRIER} | {OperatorKind.LIMIT}
# What comes out of these doesn't follow from what comes in: how many rows, or how many of each
# partition.
_UNFORESEEN = SHUFFLES - {OperatorKind.RANDOM_REPARTITION} | {
    OperatorKind.CONCAT,
    OperatorKind.FILTER,
    OperatorKind.EXPLODE,
}
_JOINS_PIECES = TASK_ENDERS - {OperatorKind.INTO_PARTITIONS, OperatorKind.BARRIER}

Places = list[int]
"""For each place of a plan, and its end, the place of a step before it; -1 where none is."""


@dataclass(eq=False)
class Course:
    """The course of one plan."""

    plan: Plan

    @cached_property
    def finished(self) -> int:
        """How many of the first steps an earlier pipeline ran."""
        return finished_steps(self.plan)

    @cached_property
    def deciders(self) -> Places:
        """The steps that decide the number of tasks."""
        return self._last(lambda operator: operator.kind in _COUNT_DECIDERS)

    @cached_property
    def limits(self) -> Places:
        """The limits."""
        return self._last(lambda operator: operator.kind is OperatorKind.LIMIT)

    @cached_property
    def enders(self) -> Places:
        """The steps at which tasks end."""
        return self._last(lambda operator: operator.kind in TASK_ENDERS)

    @cached_property
    def joins_of_pieces(self) -> Places:
        """The steps that gather rows anew, whatever pieces they came in."""
        return self._last(lambda operator: operator.kind in _JOINS_PIECES)

    @cached_property
    def cuts(self) -> Places:
        """The steps that leave morsels cut."""
        return self._last(lambda operator: operator.cut is not None)

    @cached_property
    def sizes(self) -> Places:
        """The steps that hand on morsels of their own size."""
        return self._last(
            lambda operator: (
                operator.cut is not None
                or any(call.udf.batch_size is not None for call in operator.calls)
            )
        )

    @cached_property
    def unforeseen(self) -> Places:
        """The steps whose outcome can't be foreseen."""
        return self._last(self._is_unforeseen)

    @cached_property
    def kept_pieces(self) -> Places:
        """The steps that keep rows in as many partitions as pieces came, which aren't known."""
        return self._last(lambda operator: keeps_pieces(operator, self.plan.source))

    @cached_property
    def heavy(self) -> list[int]:
        """The places of the steps that make rows heavy, in their order."""
        return [place for place, each in enumerate(self.plan.operators) if each.heavy]

    @cached_property
    def filters(self) -> list[int]:
        """The places of the filters, in their order."""
        kinds = (operator.kind for operator in self.plan.operators)
        return [place for place, kind in enumerate(kinds) if kind is OperatorKind.FILTER]

    def at(self, place: int) -> Operator | None:
        """The step at a place; None for -1."""
        return None if place < 0 else self.plan.operators[place]

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

    def _last(self, wanted: Callable[[Operator], bool]) -> Places:
        found = [-1]
        for place, operator in enumerate(self.plan.operators):
            found.append(place if wanted(operator) else found[-1])
        return found


_COURSES = Kept[Course]()


def course_of(plan: Plan) -> Course:
    """The course of a plan."""
    return _COURSES.once(plan, (id(plan),), lambda: Course(plan))


def keeps_pieces(operator: Operator, source: Source) -> bool:
    """Whether a step keeps rows in as many partitions as pieces came, and these aren't known."""
    return operator.kind is OperatorKind.BARRIER and math.isinf(pieces_of(source).high)
