"""The results of Python's infix operators: `+`, `+=`, `<`, `in`, `is`."""

from __future__ import annotations

import ast

from daft_lint.records import replace
from daft_lint.values import numbers, texts
from daft_lint.values.columns import combined, words
from daft_lint.values.comparison import contained, equal, is_same
from daft_lint.values.values import (
    UNKNOWN,
    ExpressionValue,
    Flag,
    Items,
    Mapping,
    Number,
    Text,
    Value,
)

_IN_PLACE = (
    ast.Add,
    ast.Sub,
    ast.Mult,
    ast.Div,
    ast.FloorDiv,
    ast.Mod,
    ast.Pow,
    ast.BitAnd,
    ast.BitOr,
)


def operated(symbol: ast.operator, left: Value, right: Value) -> Value:
    """The result of a binary operator on two values."""
    if isinstance(left, ExpressionValue) or isinstance(right, ExpressionValue):
        whole = combined(left, right, conjunction=isinstance(symbol, ast.BitAnd))
        sides = words(left), words(right)
        said = f"({sides[0]} {type(symbol).__name__} {sides[1]})"
        if None in sides:
            return whole
        modulus = numbers.whole_number(right) if isinstance(symbol, ast.Mod) else None
        return replace(whole, text=said, modulus=modulus)
    if isinstance(left, Text) and isinstance(right, Text):
        known = left.written is not None and right.written is not None
        if isinstance(symbol, ast.Add):
            return texts.of(left.pattern + right.pattern, known=known)
        if isinstance(symbol, ast.Div):
            joins = known and not right.pattern.startswith("/")
            joined = texts.of(f"{left.pattern.rstrip('/')}/{right.pattern}", known=joins)
            return texts.as_path(joined)
    if isinstance(symbol, ast.Mult):
        if isinstance(left, Items) and isinstance(right, Number):
            return numbers.repeated(left, right.quantity)
        if isinstance(left, Number) and isinstance(right, Items):
            return numbers.repeated(right, left.quantity)
    if isinstance(left, Mapping) and isinstance(right, Mapping) and isinstance(symbol, ast.BitOr):
        return Mapping.of((*left.entries, *right.entries))
    if isinstance(left, Items) and isinstance(right, Items) and isinstance(symbol, ast.Add):
        return numbers.joined(left, right)
    if isinstance(left, Number) and isinstance(right, Number):
        return numbers.arithmetic(symbol, left.quantity, right.quantity)
    return UNKNOWN


def augmented(symbol: ast.operator, before: Value, by: Value) -> Value:
    """What `before += by` makes of `before`."""
    return operated(symbol, before, by) if isinstance(symbol, _IN_PLACE) else UNKNOWN


def compared(symbol: ast.cmpop, left: Value, right: Value) -> Value:
    """What one comparison of two values gives."""
    if isinstance(symbol, ast.In | ast.NotIn):
        return _flag(contained(left, right), isinstance(symbol, ast.In))
    if isinstance(symbol, ast.Is | ast.IsNot):
        return _flag(is_same(left, right), isinstance(symbol, ast.Is))
    if isinstance(left, Number) and isinstance(right, Number):
        return _flag(numbers.compared(symbol, left.quantity, right.quantity), True)
    if isinstance(symbol, ast.Eq | ast.NotEq):
        return _flag(equal(left, right), isinstance(symbol, ast.Eq))
    return UNKNOWN


def _flag(answer: bool | None, expected: bool) -> Value:
    return UNKNOWN if answer is None else Flag(answer == expected)
