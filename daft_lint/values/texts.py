"""The operators and methods of texts that are known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePosixPath

from daft_lint.values import numbers
from daft_lint.values.unrolling import items_of
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    Flag,
    Items,
    Mapping,
    Nothing,
    Number,
    Text,
    Value,
)

_LONGEST = 10_000
# Methods that give a text or a truth value, whatever they are given.
_METHODS = frozenset(
    {
        "capitalize",
        "casefold",
        "endswith",
        "isdigit",
        "lower",
        "lstrip",
        "removeprefix",
        "removesuffix",
        "replace",
        "rstrip",
        "startswith",
        "strip",
        "swapcase",
        "title",
        "upper",
    }
)
_STRIPS = frozenset({"strip", "lstrip", "rstrip"})
_FORMATS = (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError)


def of(pattern: str, *, known: bool) -> Text:
    """A text known so far; any text where the pattern is too long to follow."""
    return Text.of(pattern, known=known) if len(pattern) <= _LONGEST else Text("*")


def method(owner: Text, name: str, arguments: Arguments) -> Value:
    """What a method of a text gives; unknown unless all that it takes is known."""
    if name in _STRIPS and owner.written is None and not arguments.values:
        return owner
    if owner.written is None or owner.is_path or not arguments.complete:
        return UNKNOWN
    if name == "join" and len(arguments.positional) == 1:
        return _joined(owner.written, arguments.positional[0])
    given = [_plain(value) for value in arguments.positional]
    named = {key: _plain(value) for key, value in arguments.keywords.items()}
    if None in given or None in named.values():
        return UNKNOWN
    positional = [boxed[0] for boxed in given if boxed is not None]
    keywords = {key: boxed[0] for key, boxed in named.items() if boxed is not None}
    if name == "format" and "{" in owner.written and not _is_long(owner.written):
        return _made(lambda: owner.pattern.format(*positional, **keywords))
    if name not in _METHODS or keywords:
        return UNKNOWN
    return _made(lambda: getattr(owner.pattern, name)(*positional))


def as_path(text: Text) -> Text:
    """A `Path` of a text, in its shortest form: `./a//b/` is `a/b`."""
    # A path made of an address means the address.
    pattern = text.pattern if "://" in text.pattern else str(PurePosixPath(text.pattern))
    return replace(text, pattern=pattern, is_path=True)


def formatted(owner: Text, by: Value) -> Value:
    """`text % values`."""
    if owner.written is None or owner.is_path or _is_long(owner.written):
        return UNKNOWN
    if isinstance(by, Mapping) or (isinstance(by, Items) and by.length.low < 2):
        # A list of one is formatted as a list, a tuple of one as what is in it.
        return UNKNOWN
    values = by.values if isinstance(by, Items) else (by,)
    plain = [_plain(value) for value in values or (UNKNOWN,)]
    known = tuple(boxed[0] for boxed in plain if boxed is not None)
    return UNKNOWN if None in plain else _made(lambda: owner.pattern % known)


def number_in(text: Text, kind: str) -> Value:
    """`int(text)` and `float(text)`; for a text from outside of the program, its default."""
    if text.default is not None:
        return text.default
    if text.written is None or text.is_path or len(text.pattern) > 100:
        return UNKNOWN
    return _made(lambda: int(text.pattern) if kind == "int" else float(text.pattern))


def _is_long(text: str) -> bool:
    """Whether a format may have widths, so a short text may give a long one."""
    return (
        len(text) > _LONGEST
        or any(mark in text for mark in ("*", ":", "!", "["))
        or ("%" in text and any(character.isdigit() for character in text))
    )


def _joined(separator: str, parts: Value) -> Value:
    texts = items_of(parts)
    known = [text.written for text in texts or () if isinstance(text, Text) and not text.is_path]
    if texts is None or len(known) < len(texts) or None in known:
        return UNKNOWN
    return _made(lambda: separator.join(text for text in known if text is not None))


def _plain(value: Value) -> tuple[object] | None:
    """The Python object; None if unknown."""
    if isinstance(value, Text):
        return None if value.written is None else (value.written,)
    if isinstance(value, Number):
        known = value.quantity.known and not numbers.is_uncertain(value.quantity)
        return (value.quantity.low,) if known else None
    if isinstance(value, Flag):
        return (value.value,)
    return (None,) if isinstance(value, Nothing) else None


def _made(work: Callable[[], object]) -> Value:
    try:
        result = work()
    except _FORMATS:
        return UNKNOWN
    if isinstance(result, bool):
        return Flag(result)
    if isinstance(result, int | float):
        return numbers.known(result)
    if not isinstance(result, str) or len(result) > _LONGEST:
        return UNKNOWN
    return Text.of(result, known=True)
