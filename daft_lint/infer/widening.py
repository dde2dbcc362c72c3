"""Widening: what values may have become after steps that weren't followed."""

from __future__ import annotations

from daft_lint.plan.pipeline import Operator, OperatorKind
from daft_lint.plan.span import Span
from daft_lint.values.values import UNKNOWN, FrameValue, Value


def widened(value: Value, around: Span, what: str, number: int = 0) -> Value:
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
