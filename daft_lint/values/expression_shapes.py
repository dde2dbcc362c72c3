"""The shapes of a program's expressions, as far as Daft is known to build them so.

What Daft makes of a method or function is told only of those that were tried: on 0.6.4, 0.7.0 and
0.7.26 each is one node above what it is called on.
"""

from __future__ import annotations

from daft_lint.plan.pipeline import UdfCall
from daft_lint.plan.shapes import UNCLEAR, Shape, ShapeKind, built, named, node
from daft_lint.values.values import (
    Arguments,
    ExpressionValue,
    Flag,
    Items,
    Nothing,
    Number,
    Signed,
    Text,
    Unknown,
    Value,
)

_FIRM = frozenset(
    {
        "abs",
        "capitalize",
        "cbrt",
        "ceil",
        "contains",
        "cosine_distance",
        "endswith",
        "exp",
        "fill_null",
        "floor",
        "get",
        "ilike",
        "is_inf",
        "is_nan",
        "is_null",
        "left",
        "length",
        "length_bytes",
        "like",
        "list_max",
        "list_mean",
        "list_min",
        "list_sum",
        "ln",
        "log10",
        "log2",
        "lower",
        "lstrip",
        "not_nan",
        "not_null",
        "regexp",
        "reverse",
        "right",
        "round",
        "rstrip",
        "sign",
        "split",
        "sqrt",
        "startswith",
        "strip",
        "substr",
        "upper",
    }
)
# What Daft doesn't split UDFs from, what hides a UDF, and what becomes a step of its own.
_UNLIKE = frozenset(
    {
        "any_value",
        "apply",
        "coalesce",
        "count",
        "explode",
        "filter",
        "first_value",
        "lag",
        "last_value",
        "lead",
        "list_filter",
        "list_map",
        "map",
        "max",
        "mean",
        "min",
        "over",
        "prompt",
        "stddev",
        "sum",
        "unnest",
    }
)
_CASTS = frozenset({"cast", "try_cast"})
_ORDERS = frozenset({"Lt", "LtE", "Gt", "GtE"})
_EQUALITIES = frozenset({"Eq", "NotEq"})
_LOGIC = frozenset({"BitAnd", "BitOr"})
_SUMS = frozenset({"Add", "Sub"})
_ARITHMETIC = _SUMS | {"Mult", "Div", "FloorDiv", "Mod"}
# As many items of a list that Daft makes comparisons of, one for each.
_MOST_COMPARED = 5
_PLAIN = frozenset({ShapeKind.CONSTANT, ShapeKind.ASSUMED})

CONSTANT = Shape(ShapeKind.CONSTANT)
ASSUMED = Shape(ShapeKind.ASSUMED)


def shape_of(value: Value | None) -> Shape:
    """How a value where an expression stands is built."""
    if isinstance(value, ExpressionValue):
        return value.shape
    if isinstance(value, Number | Signed):
        return Shape(ShapeKind.CONSTANT, label=str(value.quantity))
    if isinstance(value, Text):
        return Shape(ShapeKind.CONSTANT, label=value.exact)
    if isinstance(value, Flag):
        return Shape(ShapeKind.CONSTANT, label=str(value.value))
    if isinstance(value, Items):
        known = value.values or ()
        plain = bool(known) and all(shape_of(item).kind is ShapeKind.CONSTANT for item in known)
        return CONSTANT if plain else UNCLEAR
    return ASSUMED if isinstance(value, Unknown) else UNCLEAR


def operated(symbol: str, left: Value, right: Value) -> Shape:
    """A binary operator, by its name in LibCST, between two values."""
    sides = (left, right)
    parts = (shape_of(left), shape_of(right))
    if any(isinstance(side, Nothing) for side in sides):
        return UNCLEAR
    if symbol in _ORDERS or symbol == "BitXor":
        return node(symbol, *parts)
    if symbol in _EQUALITIES:
        fading = any(isinstance(side, Flag | Unknown) for side in sides)
    elif symbol in _LOGIC | _ARITHMETIC:
        fading = any(_may_change_nothing(symbol, side) for side in sides)
        if symbol == "Mult" and any(_may_be_zero(side) for side in sides):
            return UNCLEAR
    else:
        return UNCLEAR
    return built(ShapeKind.FADING if fading else ShapeKind.NODE, parts, symbol)


def _may_change_nothing(symbol: str, value: Value) -> bool:
    """Whether a side may be one that leaves the other as it is: 0 in a sum, 1 in a product."""
    if isinstance(value, Number | Signed):
        neutral = 0 if symbol in _SUMS else 1
        return not value.quantity.known or value.quantity.low == neutral
    return not isinstance(value, Text) and shape_of(value).kind in _PLAIN


def _may_be_zero(value: Value) -> bool:
    return isinstance(value, Number | Signed) and value.quantity.low <= 0 <= value.quantity.high


def negated(value: Value) -> Shape:
    """`~` of a value; Daft leaves out two of them."""
    part = shape_of(value)
    twice = part.kind is not ShapeKind.CALL and part.label == "Invert"
    return UNCLEAR if twice else node("Invert", part)


def item_of(owner: Value, key: Value) -> Shape:
    """An element or a field of an expression."""
    return node("get", shape_of(owner), shape_of(key))


def called(call: UdfCall, arguments: Arguments) -> Shape:
    """A call of a UDF."""
    if not arguments.complete:
        return built(ShapeKind.CALL, (UNCLEAR,), call=call)
    parts = tuple(shape_of(value) for value in arguments.values)
    return built(ShapeKind.CALL, parts, call=call)


def method(owner: ExpressionValue, name: str, arguments: Arguments) -> Shape:
    """A method of an expression."""
    if name == "alias":
        alias = arguments.get(0, "name")
        return named(owner.shape, alias.exact if isinstance(alias, Text) else None)
    if name in _CASTS:
        return built(ShapeKind.FADING, (owner.shape,), name)
    if name == "between":
        return _between(owner.shape, arguments)
    if name == "is_in":
        return _is_in(owner.shape, arguments)
    if name == "if_else" and len(arguments.positional) == 2 and not arguments.keywords:
        branches = tuple(shape_of(value) for value in arguments.positional)
        return node(name, *branches, owner.shape)
    return _function(name, (owner.shape,), arguments)


def function(name: str, arguments: Arguments) -> Shape:
    """A built-in function of Daft."""
    return _function(name, (), arguments)


def _function(name: str, first: tuple[Shape, ...], arguments: Arguments) -> Shape:
    if name in _UNLIKE or not arguments.complete:
        return UNCLEAR
    given = tuple(shape_of(value) for value in arguments.positional)
    options = tuple(shape_of(value) for _, value in sorted(arguments.keywords.items()))
    firm = name in _FIRM and all(option.kind in _PLAIN for option in options)
    kind = ShapeKind.NODE if firm else ShapeKind.LOOSE
    return built(kind, (*first, *given, *options), name)


def _between(owner: Shape, arguments: Arguments) -> Shape:
    """Daft makes two comparisons of it, the one with the upper bound first."""
    low, high = (
        shape_of(arguments.get(place, key)) for place, key in enumerate(("lower", "upper"))
    )
    if low.kind not in _PLAIN or high.kind not in _PLAIN:
        return built(ShapeKind.LOOSE, (owner, owner, low, high), "between")
    above, below = node("LtE", owner, high), node("GtE", owner, low)
    return node("BitAnd", above, below)


def _is_in(owner: Shape, arguments: Arguments) -> Shape:
    """Daft makes a comparison of each item of a short list."""
    items = arguments.get(0, "other")
    if not isinstance(items, Items) or items.values is None or shape_of(items) != CONSTANT:
        return UNCLEAR
    if len(items.values) > _MOST_COMPARED:
        return node("is_in", owner, CONSTANT)
    compared = [node("Eq", owner, shape_of(item)) for item in items.values]
    return compared[0] if len(compared) == 1 else node("BitOr", *compared)
