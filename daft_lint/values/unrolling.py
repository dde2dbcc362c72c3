"""Loops whose rounds are all known, and the item of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from daft_lint.plan.quantity import exactly
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    FrameValue,
    Items,
    Mapping,
    Number,
    Text,
    Value,
    as_quantity,
    key_of,
)

MOST_ROUNDS = 32
"""Most rounds that are read one by one; of a longer loop only their number is known."""


def items_of(over: Value) -> tuple[Value, ...] | None:
    """The items of a loop over a value; None when some are unknown, or they are too many."""
    items = known_items(over)
    return items if items is not None and len(items) <= MOST_ROUNDS else None


def holds_too_many_frames(over: Value) -> bool:
    """Whether a loop over a value goes through more frames than are read one by one."""
    items = known_items(over) or ()
    return len(items) > MOST_ROUNDS and any(map(holds_a_frame, items))


def known_items(over: Value) -> tuple[Value, ...] | None:
    """The items of a loop over a value; None when some are unknown."""
    if isinstance(over, Mapping):
        return keys_of(over)
    return over.values if isinstance(over, Items) else None


def keys_of(mapping: Mapping) -> tuple[Value, ...] | None:
    """The keys of a dict in their order; None when one of them isn't known."""
    keys = dict.fromkeys(key for key, _ in mapping.entries)
    known = [Text.of(key, known=True) if isinstance(key, str) else key for key in keys]
    found = [key for key in known if key is not None]
    return tuple(found) if len(found) == len(known) else None


def holds_a_frame(value: Value) -> bool:
    """Whether a value is a frame, or a list or pair with one."""
    if isinstance(value, Items):
        return any(isinstance(item, FrameValue) for item in value.values or ())
    return isinstance(value, FrameValue)


def rearranged(name: str, arguments: Arguments) -> Items | None:
    """`enumerate(items)`, `zip(items, others)`, `reversed(items)`; None when they aren't known."""
    if not arguments.complete or not arguments.positional:
        return None
    if name == "zip":
        given = [known_items(value) for value in arguments.positional]
        known = [pair for pair in given if pair is not None]
        every = len(known) == len(given)
        return listed([listed(row) for row in zip(*known, strict=False)]) if every else None
    items = known_items(arguments.positional[0])
    if items is None:
        return None
    if name == "enumerate":
        return listed(
            [listed(pair) for pair in zip(_counted(items, arguments), items, strict=True)]
        )
    return listed(items[::-1]) if name == "reversed" else None


def _counted(items: Sequence[Value], arguments: Arguments) -> Iterator[Value]:
    """The numbers that `enumerate` gives items."""
    start = arguments.get(1, "start")
    known = isinstance(start, Number) and start.quantity.known
    first = as_quantity(start).count if start is not None and known else 0
    for number in range(first, first + len(items)):
        yield Number(exactly(number)) if start is None or known else UNKNOWN


def of_dict(mapping: Mapping, method: str) -> Items | None:
    """`mapping.items()` and the like; None for other methods, or when a key isn't known."""
    keys = keys_of(mapping)
    if keys is None:
        return None
    names = [key.pattern if isinstance(key, Text) else key_of(key) for key in keys]
    values = [UNKNOWN if name is None else mapping.get(name) for name in names]
    if method == "items":
        return listed([listed(pair) for pair in zip(keys, values, strict=True)])
    return {"keys": listed(keys), "values": listed(values)}.get(method)


def listed(values: Sequence[Value]) -> Items:
    """A list of known items."""
    return Items(exactly(len(values)), tuple(values))
