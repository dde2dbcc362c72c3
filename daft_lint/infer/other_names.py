"""The other names of what a module binds: aliases, re-exports, and what holds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.index.code import last_name

if TYPE_CHECKING:
    from daft_lint.index.code import Expression, Index


def other_names(index: Index, name: str) -> set[str]:
    """By what other names a module has something: `import name as x`, `x = name`, `x = [name]`.

    A `functools.partial` of it is such a name too.
    """
    return {
        other
        for scope in index.scopes
        for other, numbers in scope.bound.items()
        if other != name
        if any(_has(index, number, name) for number in numbers)
    }


def _has(index: Index, number: int, name: str) -> bool:
    match index.definitions[number]:
        case ("import", _, _, imported):
            return bool(imported == name)
        case ("value", _, expression):
            return _holds(index, expression, name)
    return False


def _holds(index: Index, expression: Expression, name: str) -> bool:
    match expression:
        case ("name", own, _) | ("attribute", _, own, _):
            return bool(own == name)
        case ("items", _, parts, _):
            return any(_holds(index, part, name) for part in parts)
        case ("dict", pairs):
            return any(_holds(index, part, name) for _, part in pairs)
        case ("call", number):
            call = index.calls[number]
            is_partial = last_name(call.function) == "partial"
            return is_partial and any(_holds(index, part, name) for part in call.arguments)
    return False
