"""Widening: what values may have become after steps that weren't followed."""

from __future__ import annotations

from daft_lint.plan.pipeline import EARLIER_ROUNDS, Operator, OperatorKind, is_unclear
from daft_lint.plan.span import Span
from daft_lint.records import replace
from daft_lint.values.values import UNKNOWN, FrameValue, Value


def widened(value: Value, around: Span, what: str = EARLIER_ROUNDS, number: int = 0) -> Value:
    """What a value may have become after any number of steps that aren't followed.

    `number` keeps them apart from other unknown steps.
    """
    if not isinstance(value, FrameValue):
        return UNKNOWN
    last = value.plan.operators[-1:]
    if last and last[0].kind is OperatorKind.OPAQUE and last[0].method == what:
        return FrameValue(value.plan, optional=True)
    step = Operator(OperatorKind.OPAQUE, what, around, reads=None, writes=None, number=number)
    return FrameValue(value.plan.then(step), optional=True)


def settled(value: Value, around: Span) -> Value:
    """A value behind a loop with the body `around`: if it made columns alone, so it always did."""
    if not isinstance(value, FrameValue):
        return value
    steps = value.plan.operators
    places = [
        place
        for place, step in enumerate(steps)
        if step.method == EARLIER_ROUNDS and step.span == around
    ]
    behind = range(len(steps) - 1, places[0], -1) if places else ()
    moved = next((place for place in behind if not steps[place].keeps_rows), 0)
    place = next((place for place in places if place >= moved), None)
    if place is None:
        return value
    made = steps[place + 1 :]
    unclear = (column for later in made for column in later.selected if is_unclear(column))
    rounds = replace(
        steps[place],
        kind=OperatorKind.PROJECT,
        drops=None,
        renames=None,
        selected=tuple(unclear),
    )
    return replace(value, plan=value.plan.with_operators((*steps[:place], rounds, *made)))
