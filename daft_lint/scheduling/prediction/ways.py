"""The ways that runs may take through a plan: its branches, and the sizes that runs showed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from daft_lint.plan.pipeline import Operator, OperatorKind, Plan
from daft_lint.plan.quantity import OriginKind, Quantity, exactly
from daft_lint.records import replace
from daft_lint.scheduling.optimiser.kept import Kept

_MOST_BRANCHES = 4
"""Of more steps than these that only some runs take, the rest counts as unknown steps."""

_MOST_COUNTS = 12
"""So many numbers of partitions are followed, the least and the most among them."""

_FOLLOWED = Kept[tuple[tuple[Plan, tuple[Plan, ...]], ...]]()


def followed_ways(plan: Plan) -> tuple[tuple[Plan, tuple[Plan, ...]], ...]:
    """The ways through a plan that a prediction follows, and each at every size that runs had.

    They are the same objects each time, so that they are optimised once for all clusters.
    """
    return _FOLLOWED.once(
        plan, (id(plan),), lambda: tuple((way, _at_each_size(way)) for way in _ways(plan))
    )


def _ways(plan: Plan) -> Iterable[Plan]:
    """Every variant, which is dear, where there is a pool.

    For other work with several steps that only some runs take, these make a range in the plan as it
    is written, unless hints tell what each leaves. So it is in very long plans.
    """
    working = [step for step in plan.steps if step.calls or step.expressions]
    if not working:
        return ()
    is_pooled = any(call.udf.is_actor_pool for step in working for call in step.calls)
    is_short = is_pooled or _untold_steps(plan) < 2
    return _variants(plan, {}) if is_short and not plan.is_long else (plan,)


def _untold_steps(plan: Plan) -> int:
    """How many steps only some runs take, here and in plans that flow in; 0 if hints tell all."""
    inputs = (other for operator in plan.operators for other in operator.inputs)
    optional = [operator for operator in plan.operators if operator.maybe]
    untold = [each for each in optional if not each.has_row_hint]
    is_told = len(untold) < len(optional) and all(each.keeps_rows for each in untold)
    return (0 if is_told else len(optional)) + sum(map(_untold_steps, inputs))


def _variants(plan: Plan, known: dict[int, list[Plan]]) -> list[Plan]:
    """Every plan that some run has, each step either certainly there or gone.

    `known` are those of the plans that were gone through by now.
    """
    if id(plan) not in known:
        known[id(plan)] = _made(plan, known)
    return known[id(plan)]


def _made(plan: Plan, known: dict[int, list[Plan]]) -> list[Plan]:
    plans = [replace(plan, operators=())]
    branches = 0
    for operator in plan.operators:
        choices = _choices(operator, known)
        if len(choices) > 1:
            branches += 1
            if branches > _MOST_BRANCHES:
                choices = [(_unknown_step(operator),)]
        plans = [
            replace(begun, operators=begun.operators + choice)
            for begun in plans
            for choice in choices
        ]
    return [plan.with_operators(each_plan.operators) for each_plan in plans]


def _choices(operator: Operator, known: dict[int, list[Plan]]) -> list[tuple[Operator, ...]]:
    sides: list[tuple[Plan, ...]] = [()]
    for branch in operator.inputs:
        sides = [(*done, variant) for done in sides for variant in _variants(branch, known)]
    sure = replace(operator, maybe=False) if operator.maybe else operator
    taken = [(sure.with_inputs(side),) for side in sides]
    return [*taken, ()] if operator.maybe else list(taken)


def _unknown_step(operator: Operator) -> Operator:
    return replace(
        operator,
        kind=OperatorKind.OPAQUE,
        reads=None,
        writes=None,
        keeps=None,
        drops=None,
        maybe=False,
    )


def _at_each_size(plan: Plan) -> tuple[Plan, ...]:
    """The plan with the fewest and the most rows, in each number of partitions between both ends.

    A run has so many rows in so many partitions, and shares them out evenly or not by these
    numbers. A range of both would tell nothing of that. It is the plan itself where runs showed no
    range, or where one of the two isn't known at all.
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
        _sized(plan, count, most=most) for count in _counts(partitions) for most in (False, True)
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
    steps = min(high - low, _MOST_COUNTS - 1)
    yield from dict.fromkeys(
        low + (high - low) * step // max(1, steps) for step in range(steps + 1)
    )


def _sized(plan: Plan, count: int, *, most: bool) -> Plan:
    source = plan.source
    steps = tuple(
        _sized_step(operator, source.partitions, count, most=most) for operator in plan.operators
    )
    partitions = exactly(count, *source.partitions.origins)
    return Plan(replace(source, partitions=partitions, rows=_end(source.rows, most=most)), steps)


def _sized_step(step: Operator, partitions: Quantity, count: int, *, most: bool) -> Operator:
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
