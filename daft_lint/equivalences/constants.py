"""Literals in a function's body that a pattern takes over into the Daft expression."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

Literal = str | int | float

_SAFE_REGEX = re.compile(
    # Plain characters, classes of ASCII letters and digits, `+`: what both regex engines read
    # alike. `*`, `?` and `{0,n}` match nothing at all too, which the engines replace differently.
    r"(?:[A-Za-z0-9 ,;:/@_=\-]|\\[.+*?()\[\]|/\-]|\[\^?(?:[a-z]-[a-z]|[A-Z]-[A-Z]|[0-9]-[0-9]"
    r"|[A-Za-z0-9 ,;:/@_=.])+\]\+?)+"
)
# Not `%Y`: Python writes years below 1000 with fewer digits.
_DATE_FORMAT = re.compile(r"(?:%[mdjyAaBb]|[ T/:,.-])+")
_TIME_FORMAT = re.compile(r"(?:%[mdHMSjyAaBbpI]|[ T/:,.-])+")


@dataclass(frozen=True, slots=True)
class Constant:
    """Which literals may stand in a place, with those that the proof tries."""

    samples: tuple[Literal, ...]
    accepts: Callable[[object], bool]


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def _is_number(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and math.isfinite(value)
        and abs(value) <= 1e15
    )


ANY_TEXT = Constant(("a", "ß", "", ".", "$1", "한e\u0301"), lambda value: isinstance(value, str))
SOME_TEXT = Constant(
    ("a", ",", "\n", ".", "$1", "aa", "ß", "\\", "(", " ", "#-&~", "é😀"),
    lambda value: isinstance(value, str) and value != "",
)
CHARACTER = Constant(
    ("a", ",", "/", ".", "é", "😀"), lambda value: isinstance(value, str) and len(value) == 1
)
FIELD = Constant(("a", "b_c", "ß"), lambda value: isinstance(value, str) and value.isidentifier())
COUNT = Constant((0, 1, 3, 1000), _is_count)
# Regular expressions that repeat more often may be too large for Daft.
FEW = Constant((1, 3, 100), lambda value: _is_count(value) and value in range(1, 101))
POSITIVE = Constant((1, 2, 5), lambda value: _is_count(value) and value != 0)
NUMBER = Constant((0, 5, -3, 0.1, 2.5, 1e10, -0.5), _is_number)
NONZERO = Constant((3, -2, 0.1, 255.0), lambda value: _is_number(value) and value != 0)
WHOLE = Constant(
    (0, 5, -3, 100, 2**31 - 1),
    lambda value: _is_number(value) and isinstance(value, int) and abs(value) < 2**31,
)
EXPONENT = Constant((2, 3, 4), lambda value: isinstance(value, int) and 2 <= value <= 4)
REGEX = Constant(
    ("a", "[^a-z0-9]+", "[0-9]+", "[a-cX-Z_]", r"\.", "ab", "[ ,;]+", "a[0-9]+"),
    lambda value: isinstance(value, str) and _SAFE_REGEX.fullmatch(value) is not None,
)
PLAIN_REPLACEMENT = Constant(
    ("", "-", "xy ", "😀"),
    lambda value: isinstance(value, str) and "\\" not in value and "$" not in value,
)
DATE_FORMAT = Constant(
    ("%d/%m/%y", "%j %a %A %b %B"),
    lambda value: isinstance(value, str) and _DATE_FORMAT.fullmatch(value) is not None,
)
TIME_FORMAT = Constant(
    ("%d/%m/%y", "%H:%M:%S", "%j %a %A %b %B", "%I %p"),
    lambda value: isinstance(value, str) and _TIME_FORMAT.fullmatch(value) is not None,
)
