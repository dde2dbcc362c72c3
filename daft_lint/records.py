"""Dataclasses that are quick to define and to make. Only mypy keeps code from changing frozen ones.

Those of the standard library compile six functions for each class, and set each field of a frozen
object by a call: with 210 classes, that was a third of the time of a run over one file, and a sixth
of one over a repository (CPython 3.11, 2026-11-30).
"""

from __future__ import annotations

import dataclasses
from dataclasses import field, fields
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass", "field", "replace"]

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from dataclasses import dataclass, replace
else:

    def dataclass(
        cls: type | None = None, *, frozen: bool = False, order: bool = False, **options: bool
    ) -> Any:
        """Make a dataclass, as the decorator of the standard library does."""
        if cls is None:
            return lambda made: dataclass(made, frozen=frozen, order=order, **options)
        own, eq, shown = {**vars(cls)}, options.pop("eq", True), options.pop("repr", True)
        made = dataclasses.dataclass(cls, eq=order, order=order, repr=False, **options)
        compared = _values([each.name for each in fields(made) if each.compare])
        if eq and "__eq__" not in own:
            made.__eq__ = _equality(compared)
        if eq and own.get("__hash__") is None:
            made.__hash__ = (lambda self: hash(compared(self))) if frozen else None
        if shown and "__repr__" not in own:
            made.__repr__ = _shown
        given = [each.name for each in fields(made) if each.init]
        made.__given__ = given, _values(given)
        return made

    def replace(made: Any, /, **changes: object) -> Any:
        """Make an object like a dataclass's, but with these changes."""
        names, values = made.__given__
        return made.__class__(**(dict(zip(names, values(made), strict=True)) | changes))


def _values(names: Sequence[str]) -> Callable[[object], tuple[object, ...]]:
    """What gives the values of some fields of an object."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda made: tuple(getattr(made, name) for name in names)


def _equality(
    compared: Callable[[object], tuple[object, ...]],
) -> Callable[[object, object], object]:
    def equal(self: object, other: object) -> object:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self is other or compared(self) == compared(other)

    return equal


@recursive_repr()
def _shown(self: Any) -> str:
    shown = (each.name for each in fields(self) if each.repr)
    values = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
    return f"{type(self).__qualname__}({values})"
