"""What runs again: rows that an action before has kept, and steps that a loop hands on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from daft_lint.pipelines.order import Order, Path, order
from daft_lint.plan.pipeline import EARLIER_ROUNDS, Action, ActionKind, Operator, OperatorKind, Plan
from daft_lint.records import dataclass
from daft_lint.values.values import FrameValue

if TYPE_CHECKING:
    from daft_lint.infer.context import Context
    from daft_lint.infer.inference import Infer
    from daft_lint.plan.span import Span

# A frame's plan doesn't run twice after these: Daft keeps the result on the frame itself.
_KEEPING = frozenset({ActionKind.COLLECT, ActionKind.TO_DRIVER})
# `to_arrow` keeps nothing: measured on Daft 0.7.26, the plan runs again after it.
_KEEPS_NOTHING = frozenset({"to_arrow", "to_ray_dataset", "to_dask_dataframe"})
# A loop hands on no more steps than about so many.
_MOST_CARRIED = 10_000


@dataclass(frozen=True, slots=True)
class Kept:
    """An action that keeps the rows of a frame, which has a step or source of this number last."""

    last: int
    action: Action
    path: Path


def kept_by(plan: Plan, action: Action | None, path: Path) -> Kept | None:
    """What an action keeps; None where that is nothing."""
    if action is None or action.kind not in _KEEPING or action.method in _KEEPS_NOTHING:
        return None
    return Kept(_last(plan), action, path)


def _last(plan: Plan) -> int:
    return plan.operators[-1].number if plan.operators else plan.source.number


def with_kept_rows(plan: Plan, kept: Sequence[Kept], path: Path) -> Plan:
    """A plan as it is at the end of a path: rows that were kept before don't come about again."""
    held = {*numbers_of(plan)}
    before = [
        (each, which)
        for each in kept
        if each.last in held
        and each.path != path
        and (which := order(each.path, path)) in {Order.SURELY_BEFORE, Order.PERHAPS_BEFORE}
    ]
    return _with_barriers(plan, before) if before else plan


def numbers_of(plan: Plan) -> Iterator[int]:
    """The numbers of the source and the steps of a plan, and of the plans that it takes in."""
    yield plan.source.number
    for step in plan.operators:
        yield step.number
        for other in step.inputs:
            yield from numbers_of(other)


def _with_barriers(plan: Plan, before: Sequence[tuple[Kept, Order]]) -> Plan:
    steps: list[Operator] = []
    last = plan.source.number
    for step in (*plan.operators, None):
        if step is None or step.kind is not OperatorKind.BARRIER:
            steps += [_barrier(*each) for each in before if each[0].last == last][:1]
        if step is not None:
            last = step.number
            inputs = tuple(_with_barriers(other, before) for other in step.inputs)
            steps.append(step.with_inputs(inputs))
    return plan.with_operators(tuple(steps))


def _barrier(kept: Kept, which: Order) -> Operator:
    action = kept.action
    return Operator(
        OperatorKind.BARRIER,
        action.method,
        action.span,
        maybe=which is not Order.SURELY_BEFORE,
        number=action.number,
        loops=action.loops,
        under=action.under,
    )


def carried_around(infer: Infer, path: Path, plan: Plan, kept: Sequence[Kept]) -> frozenset[int]:
    """The steps that a later round of one of the loops around a path has in its plan again.

    `plan` is run there: it begins with what rounds before it left.
    """
    found: set[int] = set()
    left = set(_left_by_rounds(plan))
    for step in path:
        for number, block in step.blocks.items():
            if block.body is not None and step.context.module.span(block.body) in left:
                before = [
                    (each, Order.SURELY_BEFORE)
                    for each in kept
                    if any(
                        other.context is step.context and other.block == number
                        for other in each.path
                    )
                ]
                for plan in _handed_on(infer, step.context, number):
                    found.update(_unfinished(_with_barriers(plan, before)))
    return frozenset(sorted(found)[:_MOST_CARRIED])


def _left_by_rounds(plan: Plan) -> Iterator[Span]:
    """The bodies of the loops whose earlier rounds a plan goes on from."""
    for step in plan.operators:
        if step.method == EARLIER_ROUNDS:
            yield step.span
        for other in step.inputs:
            yield from _left_by_rounds(other)


def _handed_on(infer: Infer, context: Context, block: int) -> Iterator[Plan]:
    """The frames that a round of a loop leaves to the next one."""
    for back in _backs(infer, context)[block]:
        value = infer.definition(back, context)
        if isinstance(value, FrameValue):
            yield value.plan


def _backs(infer: Infer, context: Context) -> dict[int, list[int]]:
    """What rounds of loops leave of names, by the block of each loop of a module."""

    def found() -> dict[int, list[int]]:
        index = context.index
        result: dict[int, list[int]] = {number: [] for number in range(len(index.blocks))}
        for definition in index.definitions:
            if definition[0] == "loop" and definition[2] is not None:
                result[definition[3]].append(definition[2])
        return result

    return infer.once(("backs", context.module.path), found)


def _unfinished(plan: Plan) -> Iterator[int]:
    """The numbers of the steps of a plan that nothing has run yet."""
    waiting = [plan]
    while waiting:
        for step in reversed(waiting.pop().operators):
            if step.kind is OperatorKind.BARRIER:
                break
            yield step.number
            waiting += step.inputs
