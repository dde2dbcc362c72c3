r"""Python expressions that public UDFs consist of, and the Daft expressions that give the same.

Text is Unicode: both sides count code points and change case by the full rules, for every character
that the Unicode version of the Python in use knows. Python alone takes the control characters
\x1c to \x1f for whitespace, so the rows about whitespace name them.

Whole numbers that are added or multiplied aren't here: Python's grow without bound, Daft's wrap
around.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Any

from daft_lint.records import dataclass


class Kind(Enum):
    """The values of a column, whatever width Daft stores them in."""

    TEXT = "text"
    WHOLE = "whole numbers"
    REAL = "real numbers"
    LIST = "lists"


ANNOTATIONS: Mapping[str, Kind] = MappingProxyType(
    {
        "builtins.str": Kind.TEXT,
        "builtins.int": Kind.WHOLE,
        "builtins.float": Kind.REAL,
    }
)
"""What the qualified names in annotations promise."""

TYPES: Mapping[Kind, str] = MappingProxyType(
    {Kind.TEXT: "string", Kind.WHOLE: "int64", Kind.REAL: "float64"}
)
"""The Daft type of what a function returns, by the annotation."""


@dataclass(frozen=True, slots=True)
class Equivalence:
    """A proven pair. `tests/native/test_equivalences.py` runs both on real Daft.

    `x` and `y` of the `pattern` are columns. In `expression` they are `{x}` and `{y}`;
    `{x:float64}` is the column cast to that type unless it surely has it. All columns are of one
    `kind`.

    `natural` is the Daft type of the expression. `returns` are the declared types of the UDF that
    it was proven for; it is cast to them. For null it gives null, where the Python expression
    raises. `failing` says for which other values the UDF fails and the expression doesn't.
    `assuming` is what must hold of the values besides. `obvious` rows need no annotation: only such
    columns make the function work. `faster` is how many times as fast it is as a row-wise UDF:
    100,000 rows, Daft 0.7.26, native runner (benchmarks/equivalences.py).
    """

    name: str
    pattern: str
    expression: str
    kind: Kind
    natural: str
    faster: float
    returns: tuple[str, ...] = ()
    failing: str = ""
    assuming: str = ""
    obvious: bool = True

    @property
    def types(self) -> tuple[str, ...]:
        """The types that the UDF may declare."""
        return self.returns or (self.natural,)

    @property
    def columns(self) -> list[str]:
        """The places of its columns."""
        return [name for name in ("x", "y") if f"{{{name}" in self.expression]


_SIZES = ("uint64", "int64", "int32", "uint32")
_SPACE = r"\s\x1c-\x1f"
# Python has the capitals of these two since 3.14.
_NO_YOUNG_CAPITALS = "no text contains ƛ or ɤ, whose capitals were added in Unicode 16"
# Of 28 such capitals, as U+A7CB, Python before 3.14 makes no small letters, and Daft 0.7.26 does.
_NO_YOUNG_LETTERS = "no text contains capitals that were added in Unicode 16, such as that of ɤ"


def _text(
    name: str, pattern: str, expression: str, faster: float, natural: str = "string", **more: Any
) -> Equivalence:
    return Equivalence(name, pattern, expression, Kind.TEXT, natural, faster, **more)


def _arithmetic(name: str, operator: str, faster: float, failing: str = "") -> Equivalence:
    return Equivalence(
        name,
        f"x {operator} y",
        f"{{x:float64}} {operator} {{y:float64}}",
        Kind.REAL,
        "float64",
        faster,
        failing=failing,
        obvious=False,
    )


TABLE: tuple[Equivalence, ...] = (
    _text("upper", "x.upper()", "{x}.upper()", 34.6, assuming=_NO_YOUNG_CAPITALS),
    _text("lower", "x.lower()", "{x}.lower()", 31.8, assuming=_NO_YOUNG_LETTERS),
    _text(
        "strip",
        "x.strip()",
        rf'{{x}}.regexp_replace(r"^[{_SPACE}]+|[{_SPACE}]+$", "")',
        32.2,
    ),
    _text(
        "count-words",
        "len(x.split())",
        rf'{{x}}.regexp_count(r"[^{_SPACE}]+")',
        43.1,
        "uint64",
        returns=_SIZES,
    ),
    _text(
        "length-of-text",
        "len(x)",
        "{x}.length()",
        113.3,
        "uint64",
        returns=_SIZES,
        obvious=False,
    ),
    Equivalence(
        "length-of-list",
        "len(x)",
        "{x}.length()",
        Kind.LIST,
        "uint64",
        148.2,
        returns=_SIZES,
        obvious=False,
    ),
    _arithmetic("add-column", "+", 103.5),
    _arithmetic("subtract-column", "-", 137.4),
    _arithmetic("multiply-column", "*", 132.1),
    _arithmetic("divide-column", "/", 118.6, failing="a divisor of 0"),
)
"""All equivalences; the first that fits is taken."""
