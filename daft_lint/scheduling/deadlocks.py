"""Deadlocks: plans that never end, as a limit and an into_partitions wait for each other.

Measured on Daft 0.7.26 with Ray 2.60, two workers: on either side of each other, with one partition
or many, with a filter, a UDF or a pool between. `collect`, `sort`, `into_batches` or a
`repartition` between them keep it from happening. Daft issue 7400 tells of 0.7.17 and 0.7.24; Daft
0.6.4 and 0.7.0 don't have it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from daft_lint.plan.pipeline import Operator, OperatorKind, Plan

FIRST_SEEN = (0, 7, 17)
"""The oldest version that is known to hang."""

LAST_SEEN = (0, 7, 26)
"""The newest version that was seen to hang."""

_PAIR = frozenset({OperatorKind.LIMIT, OperatorKind.INTO_PARTITIONS})
_STREAMING = frozenset({OperatorKind.PROJECT, OperatorKind.FILTER})


@dataclass(frozen=True, slots=True)
class Deadlock:
    """A limit and an into_partitions that wait for each other, in whatever order they run.

    One of them may stand in a branch. Where both do, it is unknown whether one run takes both.
    """

    limit: Operator
    split: Operator


def deadlocks(plan: Plan) -> Iterator[Deadlock]:
    """The places where an optimised plan waits for ever, those of other sides of joins included."""
    # The last one that every run has, and one behind it that only some run has.
    sure: Operator | None = None
    maybe: Operator | None = None
    above: Operator | None = None
    for operator in plan.operators:
        for branch in operator.inputs:
            yield from deadlocks(branch)
        if operator.kind in _PAIR and not _is_top(operator, above):
            known = (sure,) if operator.maybe else (sure, maybe)
            other = next(
                (
                    each_operator
                    for each_operator in known
                    if each_operator and each_operator.kind is not operator.kind
                ),
                None,
            )
            if other is not None:
                is_limit = operator.kind is OperatorKind.LIMIT
                yield Deadlock(operator, other) if is_limit else Deadlock(other, operator)
            sure, maybe = (sure, operator) if operator.maybe else (operator, None)
        elif operator.kind not in _STREAMING or operator.may_explode:
            sure = maybe = None
        above = operator


def _is_top(operator: Operator, above: Operator | None) -> bool:
    """Whether a limit and the sort before it are one step, which gathers all rows first."""
    sorts = above is not None and above.kind is OperatorKind.SORT
    return operator.kind is OperatorKind.LIMIT and sorts
