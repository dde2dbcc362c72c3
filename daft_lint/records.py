"""Dataclasses that are quick to define and to make. Only mypy keeps code from changing frozen ones.

Those of the standard library compile six functions for each class, and set each field of a frozen
object by a call: with 210 classes, that was a third of the time of a run over one file, and a sixth
of one over a repository (CPython 3.11, 2026-11-30). Here `__init__` alone is compiled, and not
before an object is made.
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
        made = dataclasses.dataclass(cls, init=False, eq=order, order=order, repr=False, **options)
        compared = _values([each.name for each in fields(made) if each.compare])
        if eq and "__eq__" not in own:
            made.__eq__ = _equality(compared)
        if eq and own.get("__hash__") is None:
            made.__hash__ = (lambda self: hash(compared(self))) if frozen else None
        if shown and "__repr__" not in own:
            made.__repr__ = _shown
        given = [each for each in fields(made) if each.init]
        places = {each.name: place for place, each in enumerate(given)}
        made.__given__ = places, _values([*places]), any(each.kw_only for each in given)
        if "__init__" not in own:
            made.__init__ = _first_init(made)
        return made

    def replace(made: Any, /, **changes: object) -> Any:
        """Make an object like a dataclass's, but with these changes."""
        places, values, is_named = made.__given__
        given = [*values(made)]
        for name, value in changes.items():
            given[places[name]] = value
        if is_named:
            return made.__class__(**dict(zip(places, given, strict=True)))
        return made.__class__(*given)


def _first_init(made: Any) -> Callable[..., None]:
    """An `__init__` that makes way for one of the class's own fields when it is first called."""

    def first(self: object, *given: object, **named: object) -> None:
        made.__init__ = _init(made)
        made.__init__(self, *given, **named)

    return first


def _init(made: Any) -> Callable[..., None]:
    """The function that sets the fields of an object, each to what is given or its default."""
    scope: dict[str, Any] = {"missing": dataclasses.MISSING}
    parameters, body = ["self"], []
    for each in sorted(fields(made), key=lambda each: bool(each.kw_only)):
        name, default, value = each.name, f"default_{each.name}", each.name
        if each.kw_only and "*" not in parameters:
            parameters.append("*")
        if each.default_factory is not dataclasses.MISSING:
            scope[default] = each.default_factory
            value = f"{default}() if {name} is missing else {name}" if each.init else f"{default}()"
            parameters += [f"{name}=missing"] if each.init else []
        elif each.default is not dataclasses.MISSING:
            scope[default] = each.default
            value = name if each.init else default
            parameters += [f"{name}={default}"] if each.init else []
        elif each.init:
            parameters.append(name)
        else:
            continue
        body.append(f"self.{name} = {value}")
    if hasattr(made, "__post_init__"):
        body.append("self.__post_init__()")
    exec(f"def __init__({', '.join(parameters)}): {'; '.join(body) or 'pass'}", scope)
    found: Callable[..., None] = scope["__init__"]
    return found


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
