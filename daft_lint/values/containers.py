"""Containers: lists and dicts after they are changed in place.

`append` and `extend` of lists, `update`, `setdefault` and `pop` of dicts, and items that are set or
deleted are followed. After any other change they are unknown.
"""

from __future__ import annotations

from daft_lint.values.numbers import whole_number
from daft_lint.values.unrolling import known_items, listed
from daft_lint.values.values import UNKNOWN, Arguments, Items, Mapping, Nothing, Value, key_of


def changed(owner: Value, method: str, arguments: Arguments) -> Value | None:
    """A list or dict after a method of it; None where that isn't followed."""
    given = arguments.positional
    if not arguments.complete:
        return None
    if isinstance(owner, Mapping):
        return _changed_dict(owner, method, arguments)
    if not isinstance(owner, Items) or owner.values is None or len(given) != 1:
        return None
    added = {"append": given, "extend": known_items(given[0])}.get(method)
    return None if added is None else listed([*owner.values, *added])


def _changed_dict(owner: Mapping, method: str, arguments: Arguments) -> Value | None:
    first = arguments.get(0)
    if method == "update":
        more = Mapping(()) if first is None else first
        known = isinstance(more, Mapping) and len(arguments.positional) <= 1
        entries = more.entries if isinstance(more, Mapping) else ()
        changed = (*owner.entries, *entries, *arguments.keywords.items())
        return Mapping.of(changed) if known else None
    key = None if first is None else key_of(first)
    if key is None or any(each is None for each, _ in owner.entries):
        return None
    if method == "setdefault":
        return Mapping.of((*owner.entries, (key, owner.get(key, arguments.get(1) or Nothing()))))
    others = tuple(entry for entry in owner.entries if entry[0] != key)
    return Mapping(others) if method == "pop" else None


def made_dict(arguments: Arguments) -> Value:
    """What `dict(...)` makes of another dict, and of keywords."""
    first = arguments.get(0) or Mapping(())
    if not isinstance(first, Mapping) or not arguments.complete or len(arguments.positional) > 1:
        return UNKNOWN
    return Mapping.of((*first.entries, *arguments.keywords.items()))


def with_item(owner: Value, key: Value, value: Value) -> Value | None:
    """A list or dict with another item; None if unknown."""
    if isinstance(owner, Mapping):
        return Mapping.of((*owner.entries, (key_of(key), value)))
    place = whole_number(key)
    if not isinstance(owner, Items) or owner.values is None or place is None:
        return None
    items = list(owner.values)
    if not -len(items) <= place < len(items):
        return None
    items[place] = value
    return listed(items)
