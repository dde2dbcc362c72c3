"""The results of Python's built-in functions, for values that are no frames."""

from __future__ import annotations

from daft_lint.plan.quantity import exactly, unknown
from daft_lint.records import replace
from daft_lint.values import containers, numbers, texts, unrolling
from daft_lint.values.values import UNKNOWN, Arguments, Items, Mapping, Number, Text, Value

_LAZY = frozenset({"iter", "reversed"})
_COPYING = frozenset({"list", "tuple", "sorted"}) | _LAZY


def called(name: str, first: Value | None, arguments: Arguments) -> Value:
    """What `name(...)` gives; `first` is its first argument."""
    if name == "range":
        return _range(arguments)
    if name in _COPYING and isinstance(first, Items):
        if name in {"list", "tuple"} and first.values is not None:
            return Items(first.length, first.values)
        return Items(first.length)
    if len(arguments.values) == 1 and arguments.complete and first is not None:
        known = _of_one(name, first)
        if known is not None:
            return known
    if isinstance(first, Number) and len(arguments.values) == 1 and arguments.complete:
        return numbers.rounded(f"builtins.{name}", first.quantity) or UNKNOWN
    if name in {"max", "min"} and len(arguments.positional) > 1 and not arguments.keywords:
        return numbers.extreme(name, arguments.positional) if arguments.complete else UNKNOWN
    if name in {"list", "tuple"} and not arguments.values and arguments.complete:
        return unrolling.listed([])
    if name == "dict":
        return containers.made_dict(arguments)
    if name == "str" and isinstance(first, Text):
        return replace(first, is_path=False)
    return UNKNOWN


def _of_one(name: str, value: Value) -> Value | None:
    """A built-in function on one known value; None for anything else."""
    if name == "len":
        return _length(value)
    if name in {"int", "float"} and isinstance(value, Text):
        return texts.number_in(value, name)
    if name == "str" and isinstance(value, Number):
        return texts.of_number(value.quantity)
    known = value.values if isinstance(value, Items) else None
    if known is None:
        return None
    if name == "sum":
        return numbers.total(known)
    return numbers.extreme(name, known) if name in {"max", "min"} else None


def _length(value: Value) -> Value:
    if isinstance(value, Items):
        return Number(value.length)
    keys = unrolling.keys_of(value) if isinstance(value, Mapping) else None
    if keys is not None:
        return Number(exactly(len(keys)))
    text = value.written if isinstance(value, Text) and not value.is_path else None
    return UNKNOWN if text is None else Number(exactly(len(text)))


def _range(arguments: Arguments) -> Value:
    numeric = (value for value in arguments.positional if isinstance(value, Number))
    found = [value.quantity for value in numeric]
    if len(found) != len(arguments.positional) or not 1 <= len(found) <= 3:
        return Items(unknown())
    if not arguments.complete or not all(number.known for number in found):
        return Items(unknown())
    bounds = [number.count for number in found]
    if len(bounds) == 3 and bounds[2] == 0:
        return Items(unknown())
    origins = tuple(dict.fromkeys(origin for number in found for origin in number.origins))
    numbers_of = range(*bounds)
    few = len(numbers_of) <= unrolling.MOST_ROUNDS
    values = tuple(numbers.known(number) for number in numbers_of) if few else None
    return Items(exactly(len(numbers_of), *origins), values)
