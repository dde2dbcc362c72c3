"""The members of enumerations: what the names in the body of such a class stand for behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import libcst as cst

from daft_lint.plan.quantity import exactly
from daft_lint.reading.targets import dotted
from daft_lint.reading.values import (
    AUTO,
    UNKNOWN,
    ClassValue,
    FunctionValue,
    Imported,
    MemberValue,
    Nothing,
    Number,
    Text,
    Unknown,
    Value,
    imported_name,
    is_constant,
)
from daft_lint.reading.walking import walk_for

_ENUMERATIONS = frozenset({"enum.Enum", "enum.Flag"})
# What a class that gives its members other values than it is written with has one of.
_OF_VALUES = frozenset({"__new__", "value", "_value_"})


def enumerates(bases: Sequence[Value], members: Mapping[str, Value]) -> bool:
    """Whether a class with such bases has members that equal nothing but themselves."""
    return bool(bases) and "__eq__" not in members and all(map(_is_enumeration, bases))


def is_member(value: Value) -> bool:
    """Whether a value is a member of an enumeration."""
    return isinstance(value, MemberValue) or (isinstance(value, Text) and value.is_member)


def has_members(made_of: ClassValue) -> bool:
    """Whether calling a class gives one of its members, by the value that is set there."""
    return made_of.enumerates or (
        made_of.function("__new__") is None and any(map(is_member, made_of.constants.values()))
    )


def with_members(
    node: cst.ClassDef, members: Mapping[str, Value], bases: Sequence[Value]
) -> Mapping[str, Value]:
    """What the names in the body of a class stand for afterwards, if it may be an enumeration."""
    if enumerates(bases, members):
        return _members(node, members, bases)
    if _are_of_enum(bases):
        known = _keep_values(members, bases)
        return {name: _as_written(one, known=known) for name, one in _uncounted(members).items()}
    return members


def _keep_values(members: Mapping[str, Value], bases: Sequence[Value]) -> bool:
    """Whether members have the values that they are written with."""
    own = [base for base in bases if isinstance(base, ClassValue)]
    methods = {name: one for base in reversed(own) for name, one in base.functions.items()}
    found = {**methods, **members}
    making = found.get("__init__")
    is_set = isinstance(making, FunctionValue) and any(
        dotted(one) == "self._value_" for one in walk_for(cst.Attribute, making.node.body)
    )
    return not is_set and found.keys().isdisjoint(_OF_VALUES)


def _is_enumeration(base: Value) -> bool:
    """Whether classes below a base have members that equal nothing but themselves."""
    if isinstance(base, ClassValue):
        return base.enumerates and base.function("__eq__") is None
    return imported_name(base) in _ENUMERATIONS


def _members(
    node: cst.ClassDef, members: Mapping[str, Value], bases: Sequence[Value]
) -> dict[str, Value]:
    """What the names in the body of an enumeration stand for afterwards."""
    own = [base for base in bases if isinstance(base, ClassValue)]
    plain = not own and Imported("enum.Flag") not in bases
    found = _counted(members) if plain else _uncounted(members)
    known = _keep_values(members, bases)
    return {name: _as_member(node, name, one, known=known) for name, one in found.items()}


def _counted(members: Mapping[str, Value]) -> dict[str, Value]:
    """Members that are all `auto()` have the numbers from one on."""
    named = {name: one for name, one in members.items() if not name.startswith("_")}
    others = any(one != AUTO and not isinstance(one, FunctionValue) for one in named.values())
    if others or "_generate_next_value_" in members:
        return _uncounted(members)
    autos = (name for name, one in named.items() if one == AUTO)
    return {**members, **{name: Number(exactly(at)) for at, name in enumerate(autos, start=1)}}


def _uncounted(members: Mapping[str, Value]) -> dict[str, Value]:
    return {name: UNKNOWN if one == AUTO else one for name, one in members.items()}


def _as_member(node: cst.ClassDef, name: str, value: Value, *, known: bool) -> Value:
    """A member, of whose value nothing is `known` where the class makes members in its own way."""
    if name.startswith("_") or not (is_constant(value) or isinstance(value, Unknown | Nothing)):
        return value
    return MemberValue(node, name, value if known else UNKNOWN)


def _are_of_enum(bases: Sequence[Value]) -> bool:
    """Whether classes below these bases may have members that are texts."""
    own = [base for base in bases if isinstance(base, ClassValue)]
    # Many bases have bases in common.
    lines = {each.node for base in own for each in (base, *base.order)}
    names = (dotted(one.value) for node in lines for one in node.bases)
    return any(name.endswith(("Enum", "Flag")) for name in names) or any(
        imported_name(base).startswith("enum.") for base in bases
    )


def _as_written(value: Value, *, known: bool) -> Value:
    """A member that is a text or a number; unknown where the class makes members in its own way."""
    if not known and is_constant(value):
        return UNKNOWN
    return replace(value, is_member=True) if isinstance(value, Text) else value
