"""The operators and methods of texts that are known."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePosixPath

from daft_lint.plan.quantity import Quantity
from daft_lint.records import replace
from daft_lint.values import numbers
from daft_lint.values.values import UNKNOWN, Arguments, Flag, Nothing, Number, Text, Value

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
    given = [_plain(value) for value in arguments.positional]
    if None in given or name not in _METHODS or arguments.keywords:
        return UNKNOWN
    positional = [boxed[0] for boxed in given if boxed is not None]
    return _made(lambda: getattr(owner.pattern, name)(*positional))


def as_path(text: Text) -> Text:
    """A `Path` of a text, in its shortest form: `./a//b/` is `a/b`."""
    # A path made of an address means the address.
    pattern = text.pattern if "://" in text.pattern else str(PurePosixPath(text.pattern))
    return replace(text, pattern=pattern, is_path=True)


def of_number(quantity: Quantity) -> Value:
    """`str(number)`."""
    is_known = quantity.known and not numbers.is_uncertain(quantity)
    return Text(str(quantity.low)) if is_known else UNKNOWN


def number_in(text: Text, kind: str) -> Value:
    """`int(text)` and `float(text)`; for a text from outside of the program, its default."""
    if text.default is not None:
        return text.default
    if text.written is None or text.is_path or len(text.pattern) > 100:
        return UNKNOWN
    return _made(lambda: int(text.pattern) if kind == "int" else float(text.pattern))


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
