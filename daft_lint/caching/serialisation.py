"""Findings as plain values that JSON can hold, and back.

A text, a number, a truth value and null stand for themselves. `[0, ...]` is a tuple, `[1, ...]` a
set. `[2, n]` is the n-th of the objects, which are written apart, each once: `[class, field, ...]`
with the fields in the order of the class, `[class, name]` for a member of an enumeration. Only the
classes of findings and plans can be named, so that reading makes nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, lru_cache
from types import ModuleType
from typing import Any

from daft_lint import findings as _findings
from daft_lint import judgement as _judgement
from daft_lint.plan import changes, cluster, conditions, pipeline, quantity, shapes, span, unit

_MODULES: tuple[ModuleType, ...] = (
    _findings,
    _judgement,
    changes,
    cluster,
    conditions,
    pipeline,
    quantity,
    shapes,
    span,
    unit,
)
_TUPLE, _SET, _OBJECT = range(3)
_PLAIN = (str, int, float, bool, type(None))


class NotPlainError(TypeError):
    """A value that can't be written: a rule put something of its own into a finding."""


class BrokenValueError(ValueError):
    """What can't be read back."""


def to_plain(values: Iterable[object]) -> tuple[list[Any], list[Any]]:
    """The objects that some values are made of, and the values themselves.

    Raises:
        NotPlainError: when one of them holds anything but findings, plans and what they hold.
    """
    writer = _Writer()
    plain = [writer.plain(value) for value in values]
    return writer.objects, plain


def from_plain(objects: Sequence[Any], values: Iterable[Any]) -> list[Any]:
    """The values that `to_plain` gave.

    Raises:
        BrokenValueError: when it gave something else.
    """
    try:
        made: list[Any] = []
        for object_ in objects:
            made.append(_object(object_, made))
        return [_value(value, made) for value in values]
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise BrokenValueError(str(error)) from error


class _Writer:
    def __init__(self) -> None:
        self.objects: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._kept: list[object] = []

    def plain(self, value: object) -> Any:
        kind = type(value)
        if kind in _PLAIN:
            return value
        if isinstance(value, tuple) and kind is tuple:
            return [_TUPLE, *map(self.plain, value)]
        if isinstance(value, frozenset) and kind is frozenset:
            # Sets of texts have no order of their own that lasts.
            return [_SET, *sorted(map(self.plain, value), key=repr)]
        if _classes().get(kind.__name__) is not kind:
            raise NotPlainError(f"{kind.__name__} is no part of a finding")
        return [_OBJECT, self._number(value)]

    def _number(self, value: object) -> int:
        """The number of an object, which is written when it is met first."""
        known = self._numbers.get(id(value))
        if known is not None:
            return known
        kind = type(value)
        if isinstance(value, Enum):
            written: list[Any] = [kind.__name__, value.name]
        else:
            held = (self.plain(getattr(value, name)) for name in _names(kind.__name__))
            written = [kind.__name__, *held]
        self.objects.append(written)
        # Kept alive: a number belongs to an object only as long as there is one.
        self._kept.append(value)
        self._numbers[id(value)] = len(self.objects) - 1
        return len(self.objects) - 1


def _value(plain: Any, made: Sequence[Any]) -> Any:
    if type(plain) is not list:
        return plain
    kind, *held = plain
    if kind == _TUPLE:
        return tuple(_value(item, made) for item in held)
    if kind == _SET:
        return frozenset(_value(item, made) for item in held)
    (number,) = held
    if kind != _OBJECT or not 0 <= number < len(made):
        raise BrokenValueError(f"{plain} names no object before it")
    return made[number]


def _object(plain: Any, made: Sequence[Any]) -> object:
    name, *held = plain
    kind = _classes()[name]
    if issubclass(kind, Enum):
        (member,) = held
        return kind[member]
    if len(held) != len(_names(kind.__name__)):
        raise BrokenValueError(f"{name} has other fields")
    return kind(*(_value(item, made) for item in held))


@cache
def _classes() -> dict[str, type[Any]]:
    return {
        name: value
        for module in _MODULES
        for name, value in vars(module).items()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and (is_dataclass(value) or issubclass(value, Enum))
    }


@lru_cache(maxsize=128)
def _names(name: str) -> tuple[str, ...]:
    """The fields of a class."""
    return tuple(field.name for field in fields(_classes()[name]))
