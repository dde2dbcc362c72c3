"""Containers: lists and dicts after they are changed in place."""

from __future__ import annotations

from daft_lint.values.comparison import contained
from daft_lint.values.numbers import whole_number
from daft_lint.values.unrolling import items_of, listed
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    Items,
    Key,
    Mapping,
    Nothing,
    Value,
    key_of,
)


def changed(owner: Value, method: str, arguments: Arguments) -> Value | None:
    """A list or dict after a method of it; None where that isn't followed, or it is the same."""
    if not arguments.complete:
        return None
    if isinstance(owner, Items):
        return None if arguments.keywords else _changed_list(owner, method, arguments)
    return _changed_dict(owner, method, arguments) if isinstance(owner, Mapping) else None


def _changed_list(owner: Items, method: str, arguments: Arguments) -> Value | None:
    known, given = owner.values, arguments.positional
    if known is None:
        return None
    if method == "append" and len(given) == 1:
        return listed([*known, given[0]])
    if method == "extend" and len(given) == 1:
        more = items_of(given[0])
        return None if more is None else listed([*known, *more])
    if method == "insert" and len(given) == 2:
        place = whole_number(given[0])
        return None if place is None else listed([*known[:place], given[1], *known[place:]])
    if method == "pop" and not given and known:
        return listed(known[:-1])
    if method == "pop" and len(given) == 1:
        return with_item(owner, given[0], None)
    if method == "reverse":
        return listed(known[::-1])
    return listed([]) if method == "clear" else None


def _changed_dict(owner: Mapping, method: str, arguments: Arguments) -> Value | None:
    first = arguments.get(0)
    if method == "update" and len(arguments.positional) <= 1:
        more = first if first is not None else Mapping(())
        if isinstance(more, Mapping):
            return Mapping.of((*owner.entries, *more.entries, *arguments.keywords.items()))
    if method == "setdefault" and first is not None:
        held = contained(first, owner)
        if held is None:
            return None
        added = () if held else ((key_of(first), arguments.get(1) or Nothing()),)
        return Mapping((*owner.entries, *added))
    if method == "pop" and first is not None:
        return with_item(owner, first, None)
    return Mapping(()) if method == "clear" else None


def taken(owner: Value, method: str, arguments: Arguments) -> Value | None:
    """What `pop` and `setdefault` give; None for any other method, or if unknown."""
    key = arguments.get(0)
    if not arguments.complete or method not in {"pop", "setdefault"}:
        return None
    if isinstance(owner, Items) and owner.values and method == "pop":
        place = len(owner.values) - 1 if key is None else whole_number(key)
        known = place is not None and -len(owner.values) <= place < len(owner.values)
        return owner.values[place] if place is not None and known else None
    name = None if key is None else key_of(key)
    if not isinstance(owner, Mapping) or name is None:
        return None
    default = arguments.get(1) or (Nothing() if method == "setdefault" else UNKNOWN)
    return owner.get(name, default)


def made_dict(arguments: Arguments) -> Value:
    """What `dict(...)` makes of another dict, of pairs, and of keywords."""
    first = arguments.get(0)
    entries = () if first is None else _entries(first)
    if entries is None or not arguments.complete or len(arguments.positional) > 1:
        return UNKNOWN
    return Mapping.of((*entries, *arguments.keywords.items()))


def _entries(value: Value) -> tuple[tuple[Key, Value], ...] | None:
    """The entries that a dict or a list of pairs gives a dict; None if unknown."""
    if isinstance(value, Mapping):
        return value.entries
    pairs = items_of(value)
    if pairs is None:
        return None
    known = [pair.values for pair in pairs if isinstance(pair, Items) and pair.values is not None]
    if len(known) < len(pairs) or any(len(pair) != 2 for pair in known):
        return None
    return tuple((key_of(pair[0]), pair[1]) for pair in known)


def with_item(owner: Value, key: Value, value: Value | None) -> Value | None:
    """A list or dict with another item, or without it for None; None if unknown."""
    if isinstance(owner, Mapping):
        return _with_entry(owner, key_of(key), value)
    if not isinstance(owner, Items) or owner.values is None:
        return None
    place, items = whole_number(key), list(owner.values)
    if place is None or not -len(items) <= place < len(items):
        return None
    items[place : (place + 1) or None] = [] if value is None else [value]
    return listed(items)


def _with_entry(owner: Mapping, key: Key, value: Value | None) -> Value | None:
    if value is not None:
        return Mapping.of((*owner.entries, (key, value)))
    if key is None or any(known is None for known, _ in owner.entries):
        return None
    return Mapping(tuple(entry for entry in owner.entries if entry[0] != key))
