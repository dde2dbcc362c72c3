"""Comparisons of values: equality, identity, membership, classes."""

from __future__ import annotations

from collections.abc import Iterable

from daft_lint.values import numbers
from daft_lint.values.truth import is_none
from daft_lint.values.values import (
    Flag,
    FrameValue,
    Imported,
    Items,
    Key,
    Mapping,
    Member,
    Nothing,
    Number,
    Text,
    Value,
)

# The class of a value: surely these, and none of the others.
_NUMBERS = frozenset({"bool", "complex", "float", "int"})
_CONTAINERS = frozenset({"dict", "frozenset", "list", "range", "set", "tuple"})
_KNOWN = _NUMBERS | _CONTAINERS | {"bytes", "str"}
_FRAMES = frozenset({"daft.DataFrame", "daft.dataframe.DataFrame"})


def equal(value: Value, other: Value) -> bool | None:
    """Whether two values are equal; None when unknown."""
    if isinstance(value, Member) and isinstance(other, Member):
        is_one = value.made_of.scope is other.made_of.scope
        return equal(value.value, other.value) if is_one else None
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
    if isinstance(value, Member) and value.is_text:
        return _plain(value.value)
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
    members = isinstance(value, Member) and isinstance(other, Member)
    return equal(value, other) if members else None


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


def is_instance(value: Value, kind: Value) -> bool | None:
    """Whether `isinstance(value, kind)`; None when unknown."""
    if isinstance(kind, Items):
        kinds = kind.values
        return None if kinds is None else any_holds(is_instance(value, item) for item in kinds)
    if not isinstance(kind, Imported):
        return None
    if kind.name in _FRAMES:
        return True if isinstance(value, FrameValue) and not value.optional else None
    name = kind.name.removeprefix("builtins.")
    if name not in _KNOWN or name == kind.name:
        return None
    may_be, surely = _kinds_of(value)
    return True if name in surely else (None if name in may_be else False)


def _kinds_of(value: Value) -> tuple[frozenset[str], frozenset[str]]:
    """The built-in classes that a value may be of, and those that it surely is of."""
    if isinstance(value, Flag):
        return frozenset({"bool", "int"}), frozenset({"bool", "int"})
    if isinstance(value, Text):
        return (frozenset(), frozenset()) if value.is_path else (frozenset({"str"}),) * 2
    if isinstance(value, Mapping):
        return frozenset({"dict"}), frozenset({"dict"})
    if isinstance(value, Number) and not numbers.is_uncertain(value.quantity):
        is_whole = isinstance(value.quantity.low, int) and value.quantity.known
        return _NUMBERS, frozenset({"int"}) if is_whole else frozenset()
    if isinstance(value, Items):
        return _CONTAINERS - {"dict"}, frozenset()
    if isinstance(value, Nothing) or (isinstance(value, FrameValue) and not value.optional):
        return frozenset(), frozenset()
    return _KNOWN, frozenset()
