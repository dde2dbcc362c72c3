r"""Python expressions that public UDFs consist of, and the Daft expressions that give the same.

Text is Unicode: both sides count code points and change case by the full rules, for every character
that the Unicode version of the Python in use knows. Python alone takes the control characters
\x1c to \x1f for whitespace, so the rows about whitespace name them.

Whole numbers that are added or multiplied aren't here: Python's grow without bound, Daft's wrap
around.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any


class Kind(Enum):
    """The values of a column, whatever width Daft stores them in."""

    TEXT = "text"
    WHOLE = "whole numbers"
    REAL = "real numbers"
    FLAG = "booleans"
    LIST = "lists"


ANNOTATIONS: Mapping[str, Kind] = MappingProxyType(
    {
        "builtins.str": Kind.TEXT,
        "builtins.int": Kind.WHOLE,
        "builtins.float": Kind.REAL,
        "builtins.bool": Kind.FLAG,
    }
)
"""What the qualified names in annotations promise."""

TYPES: Mapping[Kind, str] = MappingProxyType(
    {Kind.TEXT: "string", Kind.WHOLE: "int64", Kind.REAL: "float64", Kind.FLAG: "bool"}
)
"""The Daft type of what a function returns, by the annotation."""


@dataclass(frozen=True, slots=True)
class Constant:
    """Which literals may stand in a place, with those that the proof tries."""

    samples: tuple[str | int | float, ...]
    accepts: Callable[[object], bool]


def _is_number(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and math.isfinite(value)
        and abs(value) <= 1e15
    )


_ANY_TEXT = Constant(("a", "ß", "", ".", "$1", "한e\u0301"), lambda value: isinstance(value, str))
_SOME_TEXT = Constant(
    ("a", ",", "\n", ".", "$1", "aa", "ß", "\\", "(", " ", "#-&~", "é😀"),
    lambda value: isinstance(value, str) and value != "",
)
_NUMBER = Constant((0, 5, -3, 0.1, 2.5, 1e10, -0.5), _is_number)
_NONZERO = Constant((3, -2, 0.1, 255.0), lambda value: _is_number(value) and value != 0)


@dataclass(frozen=True, slots=True)
class Equivalence:
    """A proven pair. `tests/native/test_equivalences.py` runs both on real Daft.

    In `pattern`, `x` and `y` are columns, and capitals such as `A` are literals (`constants` says
    which). In `expression` stand `{x}`, `{A}`; `{x:float64}` is the column cast to that type unless
    it surely has it. All columns are of one `kind`.

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
    constants: Mapping[str, Constant] = field(default_factory=dict)
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


def _arithmetic(
    name: str, operator: str, by_constant: float, by_column: float, failing: str = ""
) -> tuple[Equivalence, ...]:
    literal, kind, natural = f"x {operator} A", Kind.REAL, "float64"
    return (
        Equivalence(
            f"{name}-constant",
            literal,
            f"{{x:float64}} {operator} {{A}}",
            kind,
            natural,
            by_constant,
            constants={"A": _NUMBER if operator in "-*" else _NONZERO},
            obvious=False,
        ),
        Equivalence(
            f"{name}-column",
            f"x {operator} y",
            f"{{x:float64}} {operator} {{y:float64}}",
            kind,
            natural,
            by_column,
            failing=failing,
            obvious=False,
        ),
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
    _text("lstrip", "x.lstrip()", rf'{{x}}.regexp_replace(r"^[{_SPACE}]+", "")', 40.1),
    _text("rstrip", "x.rstrip()", rf'{{x}}.regexp_replace(r"[{_SPACE}]+$", "")', 35.8),
    _text(
        "replace",
        "x.replace(A, B)",
        "{x}.replace({A}, {B})",
        49.3,
        constants={"A": _SOME_TEXT, "B": _ANY_TEXT},
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
    _text(
        "starts-with",
        "x.startswith(A)",
        "{x}.startswith({A})",
        113.2,
        "bool",
        constants={"A": _ANY_TEXT},
    ),
    _text(
        "ends-with",
        "x.endswith(A)",
        "{x}.endswith({A})",
        93.7,
        "bool",
        constants={"A": _ANY_TEXT},
    ),
    _text(
        "contains",
        "A in x",
        "{x}.contains({A})",
        90.6,
        "bool",
        constants={"A": _ANY_TEXT},
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
    *_arithmetic("add", "+", 100.9, 103.5),
    *_arithmetic("subtract", "-", 152.3, 137.4),
    *_arithmetic("multiply", "*", 120.2, 132.1),
    *_arithmetic("divide", "/", 124.4, 118.6, failing="a divisor of 0"),
)
"""All equivalences; the first that fits is taken."""
