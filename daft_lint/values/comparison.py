"""Comparisons of values: equality, identity, membership."""

from __future__ import annotations

from collections.abc import Iterable

from daft_lint.values import numbers
from daft_lint.values.truth import is_none
from daft_lint.values.values import Flag, Items, Key, Mapping, Nothing, Number, Text, Value


def equal(value: Value, other: Value) -> bool | None:
    """Whether two values are equal; None when unknown."""
    left, right = _plain(value), _plain(other)
    if left is None or right is None:
        return None
    return left == right


def _plain(value: Value) -> tuple[object] | None:
    """What Python compares; None where unknown, or not compared by its contents."""
    if isinstance(value, Number) and value.quantity.known:
        return None if numbers.is_uncertain(value.quantity) else (value.quantity.low,)
    if isinstance(value, Text) and not value.is_path:
        return None if value.written is None else (value.written,)
    if isinstance(value, Flag):
        return (value.value,)
    return (None,) if isinstance(value, Nothing) else None


def is_same(value: Value, other: Value) -> bool | None:
    """Whether `one is other`, None when unknown."""
    for left, right in ((value, other), (other, value)):
        if isinstance(right, Nothing):
            return is_none(left)
        if isinstance(right, Flag) and isinstance(left, Flag):
            return left == right
        if isinstance(right, Flag) and is_none(left) is not None:
            return False
    return None


def contained(value: Value, container: Value) -> bool | None:
    """Whether `value in container`; None when unknown."""
    if isinstance(container, Items) and container.values is not None:
        return any_holds(equal(value, item) for item in container.values)
    if isinstance(container, Mapping):
        return any_holds(_is_key(value, key) for key, _ in container.entries)
    if isinstance(value, Text) and isinstance(container, Text):
        known = value.written is not None and container.written is not None
        return value.pattern in container.pattern if known else None
    return None


def _is_key(value: Value, key: Key) -> bool | None:
    if key is None:
        return None
    return equal(value, Text.of(key, known=True) if isinstance(key, str) else key)


def any_holds(answers: Iterable[bool | None]) -> bool | None:
    """Whether any of some answers is yes; None when unknown."""
    every = list(answers)
    return True if True in every else (None if None in every else False)
