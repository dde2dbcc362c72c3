"""A plan at each of the sizes that earlier runs showed, where these differ.

A run has so many rows in so many partitions, and shares them out evenly or not by these numbers. A
range of both would tell nothing of that.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from daft_lint.plan.pipeline import Operator, Plan
from daft_lint.plan.quantity import OriginKind, Quantity, exactly
from daft_lint.records import replace

_MOST = 12
"""So many numbers of partitions are followed, the least and the most among them."""


def at_each_size(plan: Plan) -> tuple[Plan, ...]:
    """The plan with the fewest and the most rows, in each number of partitions between both ends.

    It is the plan itself where runs showed no range, or where one of the two isn't known at all.
    """
    partitions, rows = plan.source.partitions, plan.source.rows
    differ = [_differs(quantity) for quantity in (partitions, rows)]
    are_known = all(
        quantity.known or is_range
        for quantity, is_range in zip((partitions, rows), differ, strict=True)
    )
    if not are_known or not any(differ):
        return (plan,)
    return tuple(
        _at(plan, count, most=most) for count in _counts(partitions) for most in (False, True)
    )


def _differs(number: Quantity | None) -> bool:
    """Whether runs showed different numbers."""
    return (
        number is not None
        and not number.known
        and math.isfinite(number.high)
        and any(origin.kind is OriginKind.RECORDED for origin in number.origins)
    )


def _counts(partitions: Quantity) -> Iterator[int]:
    low, high = int(partitions.low), int(partitions.high)
    steps = min(high - low, _MOST - 1)
    yield from dict.fromkeys(
        low + (high - low) * step // max(1, steps) for step in range(steps + 1)
    )


def _at(plan: Plan, count: int, *, most: bool) -> Plan:
    source = plan.source
    steps = tuple(
        _step(operator, source.partitions, count, most=most) for operator in plan.operators
    )
    partitions = exactly(count, *source.partitions.origins)
    return Plan(replace(source, partitions=partitions, rows=_end(source.rows, most=most)), steps)


def _step(step: Operator, partitions: Quantity, count: int, *, most: bool) -> Operator:
    recorded = step.partitions
    if recorded is not None and (recorded.low, recorded.high) == (partitions.low, partitions.high):
        # Every partition of the source has rows behind it.
        recorded = exactly(count, *recorded.origins)
    return replace(
        step,
        rows=None if step.rows is None else _end(step.rows, most=most),
        kept=None if step.kept is None else _end(step.kept, most=most),
        partitions=recorded,
    )


def _end(number: Quantity, *, most: bool) -> Quantity:
    if not _differs(number):
        return number
    return exactly(number.high if most else number.low, *number.origins)
