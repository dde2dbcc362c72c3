"""Arithmetic on what numbers of a program may be."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from typing import Any

from daft_lint.plan.quantity import Origin, OriginKind, Quantity, between, exactly
from daft_lint.records import replace
from daft_lint.values.values import UNKNOWN, Flag, Imported, Items, Number, Text, Unknown, Value

# Larger numbers count neither rows nor actors.
_LARGEST = 1e15
_MOST_ORIGINS = 12
# Longer lists that are put together aren't followed item by item.
_LONGEST_LIST = 32
_UNCERTAIN = frozenset({OriginKind.DEFAULT, OriginKind.GUESS, OriginKind.ASSUMPTION})

# Unknown values, which may be numbers.
_ANY_NUMBER = Unknown | Imported
_ANY = between(-math.inf, math.inf)

_EXACT: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
}
_ROUNDED: dict[str, Callable[[float], float]] = {
    "builtins.int": math.trunc,
    "math.trunc": math.trunc,
    "math.floor": math.floor,
    "math.ceil": math.ceil,
    "builtins.round": round,
    "builtins.abs": abs,
    "builtins.float": float,
}


def is_countable(number: float) -> bool:
    """Whether a number may count rows, actors or bytes."""
    return 0 <= number <= _LARGEST


def number_of(quantity: Quantity) -> Value:
    """A quantity as a value; unknown when it is too large to follow."""
    if quantity.low > _LARGEST or _LARGEST < quantity.high < math.inf:
        return UNKNOWN
    if len(quantity.origins) > _MOST_ORIGINS:
        doubtful = [origin for origin in quantity.origins if origin.kind in _UNCERTAIN]
        kept = dict.fromkeys([*doubtful, *quantity.origins[:_MOST_ORIGINS]])
        quantity = replace(quantity, origins=tuple(kept)[:_MOST_ORIGINS])
    return Number(quantity)


def known(number: Any, *origins: Origin) -> Value:
    """A number that was worked out; unknown if it is none, or too large to count anything."""
    if not isinstance(number, int | float) or not -_LARGEST <= number <= _LARGEST:
        return UNKNOWN
    return number_of(exactly(number, *origins))


def negated(value: Value) -> Value:
    """`-number`; unknown for what isn't known."""
    if not isinstance(value, Number) or not value.quantity.known:
        return UNKNOWN
    return known(-value.quantity.low, *value.quantity.origins)


def arithmetic(symbol: ast.operator, left: Quantity, right: Quantity) -> Value:
    """Exact on two known numbers, bounds where both grow with their sides, else unknown."""
    if left.known and right.known:
        compute = _EXACT.get(type(symbol))
        is_power = isinstance(symbol, ast.Pow | ast.LShift)
        if compute is None or (is_power and (abs(left.low) > 1e6 or abs(right.low) > 64)):
            return UNKNOWN
        try:
            result = compute(left.low, right.low)
        except (ZeroDivisionError, OverflowError, TypeError, ValueError):
            return UNKNOWN
        return known(result, *(left + right).origins)
    if left.low < 0 or right.low < 0:
        return UNKNOWN
    if isinstance(symbol, ast.Add):
        return number_of(left + right)
    if isinstance(symbol, ast.Mult):
        return number_of(left * right)
    return UNKNOWN


def compared(symbol: ast.cmpop, left: Quantity, right: Quantity) -> bool | None:
    """Whether a comparison of two numbers holds, None when unknown."""
    if is_uncertain(left) or is_uncertain(right):
        return None
    if isinstance(symbol, ast.Gt | ast.LtE):
        left, right = right, left
    if isinstance(symbol, ast.Lt | ast.Gt):
        below, sure = left.high < right.low, left.low >= right.high
        return below if below or sure else None
    if isinstance(symbol, ast.LtE | ast.GtE):
        above, sure = left.low >= right.high, left.high < right.low
        return above if above or sure else None
    if isinstance(symbol, ast.Eq | ast.NotEq):
        apart = left.high < right.low or right.high < left.low
        same = left.known and right.known and left.low == right.low
        return same == isinstance(symbol, ast.Eq) if apart or same else None
    return None


def repeated(items: Items, times: Quantity) -> Value:
    """`[x] * n`."""
    times = times.at_least(exactly(0))
    length = items.length * times
    values = items.values
    if values is None or not times.known or not length.high <= _LONGEST_LIST:
        return _items(length, kinds=kinds_of(items))
    return _items(length, values * times.count)


def kinds_of(items: Items) -> int | None:
    """How many different items a list has at most; None where nothing tells."""
    if items.values is None:
        return items.kinds
    known: set[object] = set()
    for value in items.values:
        if isinstance(value, Text) and value.exact is not None:
            known.add(value.exact)
        elif isinstance(value, Number) and value.quantity.known:
            known.add(value.quantity.low)
        elif isinstance(value, Flag):
            known.add(value.value)
        else:
            return None
    return len(known)


def joined(left: Items, right: Items) -> Value:
    """`[x] + [y]`."""
    length = left.length + right.length
    if left.values is None or right.values is None or not length.high <= _LONGEST_LIST:
        return _items(length)
    return _items(length, (*left.values, *right.values))


def rounded(name: str, number: Quantity) -> Value | None:
    """What `int`, `math.ceil` and their kind make of a number; None for any other function."""
    rounding = _ROUNDED.get(name)
    if rounding is None:
        return None
    if number.low < 0 and name == "builtins.abs":
        return known(abs(number.low), *number.origins) if number.known else UNKNOWN
    return number_of(
        number.mapped(
            lambda each_number: rounding(each_number) if math.isfinite(each_number) else each_number
        )
    )


def total(values: tuple[Value, ...]) -> Value:
    """The sum of numbers."""
    result: Value = Number(exactly(0))
    for value in values:
        if not isinstance(value, Number) or not isinstance(result, Number):
            return UNKNOWN
        result = arithmetic(ast.Add(), result.quantity, value.quantity)
    return result


def extreme(name: str, values: tuple[Value, ...]) -> Value:
    """`max` or `min` of numbers; an unknown one leaves a bound."""
    if not values or not all(isinstance(value, Number | _ANY_NUMBER) for value in values):
        return UNKNOWN
    numbers = [value.quantity if isinstance(value, Number) else _ANY for value in values]
    result = numbers[0]
    for number in numbers[1:]:
        result = result.at_most(number) if name == "min" else result.at_least(number)
    return UNKNOWN if (result.low, result.high) == (_ANY.low, _ANY.high) else number_of(result)


def whole_number(value: Value) -> int | None:
    """The whole number that a value surely is; None for anything else."""
    if not isinstance(value, Number) or not value.quantity.known or is_uncertain(value.quantity):
        return None
    number = value.quantity.low
    return int(number) if float(number).is_integer() else None


def is_default(quantity: Quantity) -> bool:
    """Whether code out of sight may put another number in its place."""
    return any(origin.kind is OriginKind.DEFAULT for origin in quantity.origins)


def is_uncertain(quantity: Quantity) -> bool:
    """Whether a number is a default that may be replaced, a guess, or rests on an assumption."""
    return any(origin.kind in _UNCERTAIN for origin in quantity.origins)


def truth(number: Quantity) -> bool | None:
    """Whether a number counts as true, None when unknown."""
    if is_default(number):
        return None
    if number.low > 0 or number.high < 0:
        return True
    return False if number.low == number.high == 0 else None


def _items(
    length: Quantity, values: tuple[Value, ...] | None = None, kinds: int | None = None
) -> Value:
    """A list that is made of others."""
    number = number_of(length)
    return Items(number.quantity, values, kinds) if isinstance(number, Number) else UNKNOWN
