"""Assumptions about values that passed code out of sight."""

from __future__ import annotations

from dataclasses import replace

from daft_lint.values.assumptions import Origins, of_plan, of_quantity, of_udfs
from daft_lint.values.values import (
    UNKNOWN,
    Class,
    Flag,
    FrameValue,
    Function,
    Items,
    Mapping,
    Number,
    Signed,
    Value,
)


def with_assumptions(value: Value, origins: Origins) -> Value:
    """The same value as long as some assumptions hold; unknown where a value can't carry them."""
    if not origins:
        return value
    if isinstance(value, Function | Class):
        return replace(value, rests_on=(*value.rests_on, *origins))
    if isinstance(value, Number | Signed):
        return replace(value, quantity=of_quantity(value.quantity, origins))
    if isinstance(value, Flag):
        return UNKNOWN
    if isinstance(value, FrameValue):
        return replace(value, plan=of_plan(value.plan, origins))
    if isinstance(value, Items) and value.values is not None:
        return replace(
            value, values=tuple(with_assumptions(each, origins) for each in value.values)
        )
    if isinstance(value, Mapping):
        return Mapping(tuple((key, with_assumptions(each, origins)) for key, each in value.entries))
    return of_udfs(value, origins)
