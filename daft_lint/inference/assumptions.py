"""The assumptions of values that came by way of code out of sight."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from daft_lint.values.assumptions import Origins, of_plan, of_quantity, of_udfs
from daft_lint.values.values import (
    UNKNOWN,
    Flag,
    FrameValue,
    Items,
    Mapping,
    Number,
    ObjectValue,
    Signed,
    Unknown,
    Value,
    one_of,
)

if TYPE_CHECKING:
    from daft_lint.inference.run import Run


def with_assumptions(value: Value, origins: Origins, run: Run) -> Value:
    """The same value as long as some assumptions hold; what can't say what it rests on is unknown.

    A frame is a new one, which goes on in place of the other.
    """
    if not origins:
        return value
    if isinstance(value, Number | Signed):
        return replace(value, quantity=of_quantity(value.quantity, origins))
    if isinstance(value, Flag):
        return UNKNOWN
    if isinstance(value, FrameValue):
        plan = of_plan(value.plan, origins)
        run.recorder.met(plan, run.where, value.plan)
        return replace(value, plan=plan)
    if isinstance(value, Items) and value.values is not None:
        items = tuple(with_assumptions(item, origins, run) for item in value.values)
        return replace(value, values=items, among=one_of(value).among)
    if isinstance(value, Mapping):
        entries = tuple((key, with_assumptions(item, origins, run)) for key, item in value.entries)
        return replace(value, entries=entries, among=one_of(value).among)
    if isinstance(value, ObjectValue):
        run.changes.trust(value, origins[-1])
        return value
    if isinstance(value, Unknown):
        return replace(value, ways=tuple(with_assumptions(way, origins, run) for way in value.ways))
    return of_udfs(value, origins)
