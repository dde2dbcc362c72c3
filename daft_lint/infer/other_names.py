"""The other names of what a module binds: aliases, re-exports, and what holds it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.index.code import last_name

if TYPE_CHECKING:
    from daft_lint.index.code import Expression, Index
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module


def other_names(infer: Infer, module: Module, name: str) -> set[str]:
    """By what other names a module has something: `import name as x`, `x = name`, `x = [name]`.

    A `functools.partial` of it is such a name too.
    """
    found = infer.once((other_names, module.path), lambda: _by_name(module.index))
    assert isinstance(found, dict)
    others: set[str] = found.get(name, set())
    return others


def _by_name(index: Index) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for scope in index.scopes:
        for other, numbers in scope.bound.items():
            for number in numbers:
                for name in _named(index, number):
                    if name != other:
                        found.setdefault(name, set()).add(other)
    return found


def _named(index: Index, number: int) -> Iterator[str]:
    """What a definition is another name of."""
    definition = index.definitions[number]
    if definition[0] == "import" and definition[3] is not None:
        yield definition[3]
    elif definition[0] == "value":
        yield from _held(index, definition[2])


def _held(index: Index, expression: Expression) -> Iterator[str]:
    match expression:
        case ("name", name, _) | ("attribute", _, name, _):
            yield name
        case ("items", _, parts, _):
            for part in parts:
                yield from _held(index, part)
        case ("dict", pairs):
            for _, part in pairs:
                yield from _held(index, part)
        case ("call", number):
            call = index.calls[number]
            for part in call.arguments if last_name(call.function) == "partial" else ():
                yield from _held(index, part)
