"""The truth of values, and whether they are None."""

from __future__ import annotations

from daft_lint.values import numbers
from daft_lint.values.values import (
    Class,
    ExpressionValue,
    Flag,
    FrameValue,
    Function,
    Instance,
    Items,
    Mapping,
    Nothing,
    Number,
    Text,
    UdfInstanceValue,
    UdfValue,
    Value,
    is_constant,
)


def truth(value: Value) -> bool | None:
    """Whether a value counts as true, None when unknown."""
    if isinstance(value, Flag):
        return value.value
    if isinstance(value, Nothing):
        return False
    if isinstance(value, Number):
        return numbers.truth(value.quantity)
    if isinstance(value, Text) and value.exact is not None:
        return value.exact != ""
    if isinstance(value, Mapping):
        holds_some = any(key is not None for key, _ in value.entries)
        return True if holds_some else (None if value.entries else False)
    if isinstance(value, Function | Class):
        return True
    if isinstance(value, UdfInstanceValue | UdfValue):
        return True if is_none(value) is False else None
    return numbers.truth(value.length) if isinstance(value, Items) else None


def is_none(value: Value) -> bool | None:
    """Whether a value is None, None when unknown."""
    if isinstance(value, Nothing):
        return True
    if isinstance(value, Number):
        return None if numbers.is_default(value.quantity) else False
    if isinstance(value, ExpressionValue):
        return None if value.reads is None else False
    if isinstance(value, FrameValue | UdfInstanceValue | UdfValue):
        return None if value.optional else False
    if isinstance(value, Instance) and "__new__" in value.made_of.scope.final:
        return None
    if isinstance(value, Function | Class | Instance):
        return False
    return False if is_constant(value) else None
