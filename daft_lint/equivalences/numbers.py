"""Functions of numbers.

Whole numbers that are added or multiplied aren't here: Python's grow without bound, Daft's wrap
around. Nor are `%`, `//` and `round`, which differ on negative numbers and halves, nor `x < 0` and
`x >= 0` of real numbers: to Daft -0.0 is less than 0. Nor is `and`: to Daft, false and null is
false.
"""

from __future__ import annotations

from daft_lint.equivalences.constants import EXPONENT, NONZERO, NUMBER, WHOLE, Constant
from daft_lint.equivalences.equivalence import Equivalence, Nulls, row
from daft_lint.equivalences.kinds import Kind

_REAL, _WHOLE, _FLAG = Kind.REAL, Kind.WHOLE, Kind.FLAG
_BOUNDED = "infinity"
_MATH = {
    "exp": ("exp", "values whose result is too large"),
    "expm1": ("expm1", "values whose result is too large"),
    "log": ("ln", "values of 0 or less"),
    "log2": ("log2", "values of 0 or less"),
    "log10": ("log10", "values of 0 or less"),
    "log1p": ("log1p", "values of -1 or less"),
    "sqrt": ("sqrt", "negative values"),
    "sin": ("sin", _BOUNDED),
    "cos": ("cos", _BOUNDED),
    "tan": ("tan", _BOUNDED),
    "asin": ("arcsin", "values above 1 or below -1"),
    "acos": ("arccos", "values above 1 or below -1"),
    "atan": ("arctan", ""),
    "sinh": ("sinh", "values whose result is too large"),
    "cosh": ("cosh", "values whose result is too large"),
    "tanh": ("tanh", ""),
    "radians": ("radians", ""),
    "degrees": ("degrees", ""),
}


def _arithmetic(name: str, operator: str, failing: str = "") -> tuple[Equivalence, ...]:
    constant = NUMBER if operator in "-*" else NONZERO
    return (
        row(
            f"{name}-constant",
            f"x {operator} A",
            f"{{x:float64}} {operator} {{A}}",
            _REAL,
            "float64",
            constants={"A": constant},
            obvious=False,
        ),
        row(
            f"{name}-column",
            f"x {operator} y",
            f"{{x:float64}} {operator} {{y:float64}}",
            _REAL,
            "float64",
            failing=failing,
            obvious=False,
        ),
    )


def _comparison(
    name: str, operator: str, constant: Constant, kind: Kind, **more: object
) -> Equivalence:
    return row(
        name,
        f"x {operator} A",
        f"({{x}} {operator} {{A}}) & {{x}}.not_nan()"
        if kind is _REAL
        else f"{{x}} {operator} {{A}}",
        kind,
        "bool",
        constants={"A": constant},
        obvious=False,
        **more,
    )


NUMBERS: tuple[Equivalence, ...] = (
    *(
        row(
            name,
            f"math.{name}(x)",
            f"{{x:float64}}.{method}()",
            _REAL,
            "float64",
            failing=failing,
        )
        for name, (method, failing) in _MATH.items()
    ),
    row(
        "atan2",
        "math.atan2(x, y)",
        "{x:float64}.arctan2({y:float64})",
        _REAL,
        "float64",
    ),
    row("absolute", "abs(x)", "{x:float64}.abs()", _REAL, "float64"),
    row("absolute-fabs", "math.fabs(x)", "{x:float64}.abs()", _REAL, "float64"),
    row("negative", "-x", "{x:float64}.negate()", _REAL, "float64", obvious=False),
    row(
        "floor",
        "math.floor(x)",
        "{x}.floor()",
        _REAL,
        "",
        returns=("int64",),
        failing="values that don't fit into 64 bits",
        outermost=True,
    ),
    row(
        "ceil",
        "math.ceil(x)",
        "{x}.ceil()",
        _REAL,
        "",
        returns=("int64",),
        failing="values that don't fit into 64 bits",
        outermost=True,
    ),
    row(
        "truncate",
        ("int(x)", "math.trunc(x)"),
        "{x}",
        _REAL,
        "",
        returns=("int64",),
        failing="values that don't fit into 64 bits",
        outermost=True,
        obvious=False,
    ),
    row("to-float", "float(x)", "{x}", (_WHOLE, _REAL), "", returns=("float64",), obvious=False),
    row(
        "whole-to-text",
        "str(x)",
        "{x}",
        _WHOLE,
        "",
        returns=("string",),
        obvious=False,
        nulls=Nulls.DIFFERENT,
    ),
    row("flag-to-whole", "int(x)", "{x}", _FLAG, "", returns=("int64",), obvious=False),
    *_arithmetic("add", "+"),
    *_arithmetic("subtract", "-"),
    *_arithmetic("multiply", "*"),
    *_arithmetic("divide", "/", failing="a divisor of 0"),
    row(
        "power",
        ("x ** A", "math.pow(x, A)", "pow(x, A)"),
        "{x:float64}.pow({A})",
        _REAL,
        "float64",
        constants={"A": EXPONENT},
        failing="values whose result is too large",
        obvious=False,
    ),
    row(
        "clip-whole",
        ("min(max(x, A), B)", "max(A, min(x, B))"),
        "{x}.clip({A}, {B})",
        _WHOLE,
        "",
        returns=("int64",),
        constants={"A": WHOLE, "B": WHOLE},
        ordered=True,
        obvious=False,
    ),
    row("is-nan", "math.isnan(x)", "{x}.is_nan()", _REAL, "bool"),
    row("is-infinite", "math.isinf(x)", "{x}.is_inf()", _REAL, "bool"),
    row("is-finite", "math.isfinite(x)", "~({x}.is_nan() | {x}.is_inf())", _REAL, "bool"),
    row(
        "is-even",
        "x % 2 == 0",
        "{x} % 2 == 0",
        _WHOLE,
        "bool",
        obvious=False,
    ),
    _comparison("below", "<", NONZERO, _REAL),
    _comparison("at-most", "<=", NUMBER, _REAL),
    _comparison("whole-below", "<", WHOLE, _WHOLE),
    _comparison("whole-at-most", "<=", WHOLE, _WHOLE),
    _comparison("whole-above", ">", WHOLE, _WHOLE),
    _comparison("whole-at-least", ">=", WHOLE, _WHOLE),
    _comparison("whole-equals", "==", WHOLE, _WHOLE, nulls=Nulls.DIFFERENT),
    row(
        "above",
        "x > A",
        "({x} > {A}) & {x}.not_nan()",
        _REAL,
        "bool",
        constants={"A": NUMBER},
        obvious=False,
    ),
    row(
        "at-least",
        "x >= A",
        "({x} >= {A}) & {x}.not_nan()",
        _REAL,
        "bool",
        constants={"A": NONZERO},
        obvious=False,
    ),
    row(
        "between",
        "A <= x <= B",
        "({x} >= {A}) & ({x} <= {B})",
        _REAL,
        "bool",
        constants={"A": NONZERO, "B": NUMBER},
        obvious=False,
    ),
    row(
        "whole-between",
        "A <= x <= B",
        "({x} >= {A}) & ({x} <= {B})",
        _WHOLE,
        "bool",
        constants={"A": WHOLE, "B": WHOLE},
        obvious=False,
    ),
    row("not", "not x", "~{x}", _FLAG, "bool", nulls=Nulls.DIFFERENT, obvious=False),
    row(
        "is-null",
        "x is None",
        "{x}.is_null()",
        (Kind.TEXT, _WHOLE, _REAL, _FLAG, Kind.BYTES, Kind.TEXTS),
        "bool",
        nulls=Nulls.SAME,
        obvious=False,
    ),
    row(
        "is-not-null",
        "x is not None",
        "{x}.not_null()",
        (Kind.TEXT, _WHOLE, _REAL, _FLAG, Kind.BYTES, Kind.TEXTS),
        "bool",
        nulls=Nulls.SAME,
        obvious=False,
    ),
)
