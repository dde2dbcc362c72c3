"""Deadlocks: plans that never end, as two steps wait for each other.

A limit and an into_partitions do, on either side of each other, with one partition or many, with a
filter, a UDF or a pool between (measured on Daft 0.7.26 with Ray 2.60, two workers). `collect`,
`sort`, `into_batches` or a `repartition` between them keep it from happening. Daft issue 7400 tells
of 0.7.17 and 0.7.24; Daft 0.6.4 and 0.7.0 don't have it.

A limit on either side of a cross join does too, through columns and filters, of one partition, of
several and of memory (Daft 0.7.26, Ray 2.59, two nodes: nine plans). It doesn't behind the join,
behind a sort, nor with a `collect`, `sort`, `into_batches`, `repartition` or aggregate between.
"""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.plan.pipeline import Operator, OperatorKind, Plan
from daft_lint.records import dataclass

FIRST_SEEN = (0, 7, 17)
"""The oldest version that is known to hang."""

LAST_SEEN = (0, 7, 26)
"""The newest version that was seen to hang."""

_PAIR = frozenset({OperatorKind.LIMIT, OperatorKind.INTO_PARTITIONS})
_STREAMING = frozenset({OperatorKind.PROJECT, OperatorKind.FILTER})


@dataclass(frozen=True, slots=True)
class Deadlock:
    """A limit, and the into_partitions or cross join that it waits for, in whatever order they run.

    One of them may stand in a branch. Where both do, it is unknown whether one run takes both.
    """

    limit: Operator
    other: Operator


def deadlocks(plan: Plan) -> Iterator[Deadlock]:
    """The places where an optimised plan waits for ever, those of other sides of joins included."""
    yield from _followed(plan)[0]


def _followed(plan: Plan) -> tuple[list[Deadlock], tuple[Operator, ...]]:
    """The deadlocks of a plan, and the steps that another one behind it may wait for."""
    found: list[Deadlock] = []
    # The last one that every run has, and behind it perhaps one that only some run has.
    waiting: tuple[Operator, ...] = ()
    above: Operator | None = None
    for operator in plan.operators:
        sides = [waiting]
        for branch in operator.inputs:
            inner, side = _followed(branch)
            found += inner
            sides.append(side)
        if operator.join is not None and operator.join.how == "cross":
            found += [hang for side in sides for hang in _between(operator, side)]
        if operator.kind in _PAIR and not _is_top(operator, above):
            found += _between(operator, waiting)
            sure = tuple(each for each in waiting if not each.maybe)
            waiting = (*sure, operator) if operator.maybe else (operator,)
        elif operator.kind not in _STREAMING or operator.may_explode:
            waiting = ()
        above = operator
    return found, waiting


def _between(operator: Operator, waiting: tuple[Operator, ...]) -> Iterator[Deadlock]:
    """The deadlock of a step with the first of those before it that is a limit where it is none."""
    known = [each for each in waiting if not (operator.maybe and each.maybe)]
    is_limit = operator.kind is OperatorKind.LIMIT
    others = [each for each in known if (each.kind is OperatorKind.LIMIT) is not is_limit]
    for other in others[:1]:
        yield Deadlock(operator, other) if is_limit else Deadlock(other, operator)


def _is_top(operator: Operator, above: Operator | None) -> bool:
    """Whether a limit and the sort before it are one step, which gathers all rows first."""
    sorts = above is not None and above.kind is OperatorKind.SORT
    return operator.kind is OperatorKind.LIMIT and sorts
