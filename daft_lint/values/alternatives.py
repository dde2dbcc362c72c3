"""Alternatives: values that are one of several UDFs, or of expressions with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from daft_lint.plan.conditions import Condition
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.records import replace
from daft_lint.values.assumptions import of_udfs
from daft_lint.values.values import (
    UNKNOWN,
    Alternatives,
    Arguments,
    Class,
    ExpressionValue,
    Function,
    Instance,
    Items,
    Mapping,
    Nothing,
    UdfClassValue,
    UdfInstanceValue,
    UdfValue,
    Unknown,
    Value,
    each_of,
    join,
)

# More ways through one call aren't followed apart.
_MOST_WAYS = 4


# What stays distinguished where it is unknown which one it is.
_DISTINGUISHED = (
    Alternatives
    | Class
    | Function
    | Instance
    | Items
    | Mapping
    | Nothing
    | UdfClassValue
    | UdfInstanceValue
    | UdfValue
)
MOST_ALTERNATIVES = 8
"""One of more values isn't kept."""
_TOO_MANY = Unknown(too_many=True)


def either(values: Sequence[Value]) -> Value:
    """One of several values, unknown which; unknown where they aren't distinguished."""
    if not values:
        return UNKNOWN
    joined = reduce(join, values)
    if not isinstance(joined, Unknown) or joined.ways:
        return joined
    found: dict[int, Value] = {}
    for value in values:
        if isinstance(value, Unknown) and value.too_many:
            return value
        for each in value.values if isinstance(value, Alternatives) else (value,):
            found[id(each)] = each
    known = tuple(found.values())
    if len(known) == 1 or not all(isinstance(each, _DISTINGUISHED) for each in known):
        return joined
    return Alternatives(known) if len(known) <= MOST_ALTERNATIVES else _TOO_MANY


def each_way(value: Value) -> tuple[Value, ...]:
    """The values that one is distinguished into; itself where it isn't."""
    return (value.ways or (value,)) if isinstance(value, Unknown) else each_of(value)


def each_alternative(arguments: Arguments) -> list[Arguments]:
    """The arguments of a call, for each of the ways that those among them may be."""
    names = list(arguments.keywords)
    places = _choices((*arguments.positional, *arguments.keywords.values()))
    count = len(arguments.positional)
    if len(places) == 1:
        return [arguments]
    return [
        replace(
            arguments,
            positional=place[:count],
            keywords=dict(zip(names, place[count:], strict=True)),
        )
        for place in places
    ]


def alternative_taken(number: int, place: int) -> Condition:
    """That a run takes one of the ways through a call, which `number` tells from other calls."""
    subject = f"way {number}"
    return Condition(subject, frozenset({str(place)}), holds=True, exact=subject)


def _choices(values: Iterable[Value]) -> list[tuple[Value, ...]]:
    """What some values may be, together; as they are, where they may be too much."""
    kept = tuple(values)
    found: list[tuple[Value, ...]] = [()]
    for value in kept:
        ways = _alternatives(value)
        found = [(*before, way) for before in found for way in ways]
        if len(found) > _MOST_WAYS:
            return [kept]
    return found


def _alternatives(value: Value) -> list[Value]:
    if isinstance(value, Unknown) and value.ways:
        return [_assumed(way, value.ways) for way in value.ways]
    if isinstance(value, Mapping):
        keys = [key for key, _ in value.entries]
        found = _choices(item for _, item in value.entries)
        if len(found) > 1:
            return [replace(value, entries=tuple(zip(keys, row, strict=True))) for row in found]
    if isinstance(value, Items) and value.values is not None:
        found = _choices(value.values)
        if len(found) > 1:
            return [replace(value, values=row) for row in found]
    return [value]


def _assumed(way: Value, ways: Iterable[Value]) -> Value:
    """One of several ways; its UDFs rest on the assumption that a run takes it."""
    mine = _named(way)
    others = ", ".join(
        _named(value) for value in ways if value is not way and _named(value) != mine
    )
    text = f"a run that takes {mine} there" + (f", and not {others}" if others else "")
    return of_udfs(way, (Origin(OriginKind.ASSUMPTION, text),))


def _named(way: Value) -> str:
    calls = way.calls if isinstance(way, ExpressionValue) else ()
    return " and ".join(f"`{call.udf.name}`" for call in calls) or "an expression without a UDF"
