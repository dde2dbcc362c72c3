"""Texts that are known: paths, and numbers in them."""

from __future__ import annotations

from pathlib import PurePosixPath

from daft_lint.plan.quantity import Quantity
from daft_lint.records import replace
from daft_lint.values import numbers
from daft_lint.values.values import UNKNOWN, Text, Value

_LONGEST = 10_000


def of(pattern: str, *, known: bool) -> Text:
    """A text known so far; any text where the pattern is too long to follow."""
    return Text.of(pattern, known=known) if len(pattern) <= _LONGEST else Text("*")


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
    try:
        return numbers.known(int(text.pattern) if kind == "int" else float(text.pattern))
    except (OverflowError, ValueError):
        return UNKNOWN
