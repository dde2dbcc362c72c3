"""What Python's infix operators make of values: `+`, `+=`, `<`, `in`, `is`."""

from __future__ import annotations

from dataclasses import replace

import libcst as cst

from daft_lint.reading import numbers, shaping, texts
from daft_lint.reading.columns import combined, words
from daft_lint.reading.comparing import contained, equal, is_same
from daft_lint.reading.values import (
    UNKNOWN,
    ExpressionValue,
    Flag,
    Items,
    Mapping,
    Number,
    Signed,
    Text,
    Value,
)

_OPERATORS: dict[type[cst.BaseAugOp], type[cst.BaseBinaryOp]] = {
    cst.AddAssign: cst.Add,
    cst.SubtractAssign: cst.Subtract,
    cst.MultiplyAssign: cst.Multiply,
    cst.DivideAssign: cst.Divide,
    cst.FloorDivideAssign: cst.FloorDivide,
    cst.ModuloAssign: cst.Modulo,
    cst.PowerAssign: cst.Power,
    cst.BitAndAssign: cst.BitAnd,
    cst.BitOrAssign: cst.BitOr,
}


def operated(symbol: cst.BaseBinaryOp, left: Value, right: Value) -> Value:
    """What a binary operator makes of two values."""
    if isinstance(left, ExpressionValue) or isinstance(right, ExpressionValue):
        shape = shaping.operated(type(symbol).__name__, left, right)
        whole = combined(left, right, conjunction=isinstance(symbol, cst.BitAnd), shape=shape)
        sides = words(left), words(right)
        said = f"({sides[0]} {type(symbol).__name__} {sides[1]})"
        return whole if None in sides else replace(whole, text=said)
    if isinstance(left, Text) and isinstance(right, Text):
        known = left.written is not None and right.written is not None
        if isinstance(symbol, cst.Add):
            return texts.of(left.pattern + right.pattern, known=known)
        if isinstance(symbol, cst.Divide):
            joins = known and not right.pattern.startswith("/")
            joined = texts.of(f"{left.pattern.rstrip('/')}/{right.pattern}", known=joins)
            return texts.as_path(joined)
    if isinstance(left, Text) and isinstance(symbol, cst.Modulo):
        return texts.formatted(left, right)
    if isinstance(symbol, cst.Multiply):
        if isinstance(left, Items) and isinstance(right, Number):
            return numbers.repeated(left, right.quantity)
        if isinstance(left, Number) and isinstance(right, Items):
            return numbers.repeated(right, left.quantity)
    if isinstance(left, Mapping) and isinstance(right, Mapping) and isinstance(symbol, cst.BitOr):
        return Mapping.of((*left.entries, *right.entries))
    if isinstance(left, Items) and isinstance(right, Items) and isinstance(symbol, cst.Add):
        return numbers.joined(left, right)
    if isinstance(left, Number | Signed) and isinstance(right, Number | Signed):
        return numbers.arithmetic(symbol, left.quantity, right.quantity)
    return UNKNOWN


def augmented(symbol: cst.BaseAugOp, before: Value, by: Value) -> Value:
    """What `before += by` makes of `before`."""
    binary = _OPERATORS.get(type(symbol))
    return UNKNOWN if binary is None else operated(binary(), before, by)


def compared(symbol: cst.BaseCompOp, left: Value, right: Value) -> Value:
    """What one comparison of two values gives."""
    if isinstance(symbol, cst.In | cst.NotIn):
        return _flag(contained(left, right), isinstance(symbol, cst.In))
    if isinstance(symbol, cst.Is | cst.IsNot):
        return _flag(is_same(left, right), isinstance(symbol, cst.Is))
    if isinstance(left, Number | Signed) and isinstance(right, Number | Signed):
        return _flag(numbers.compared(symbol, left.quantity, right.quantity), True)
    if isinstance(symbol, cst.Equal | cst.NotEqual):
        return _flag(equal(left, right), isinstance(symbol, cst.Equal))
    return UNKNOWN


def _flag(answer: bool | None, expected: bool) -> Value:
    return UNKNOWN if answer is None else Flag(answer == expected)
