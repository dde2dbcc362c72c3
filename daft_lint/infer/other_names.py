"""The other names of what a module binds: aliases, re-exports, and what holds it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.index.code import last_name

if TYPE_CHECKING:
    from daft_lint.index.code import Definition, Expression, Index
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module


def other_names(infer: Infer, module: Module, name: str, of: Module | None = None) -> set[str]:
    """By what other names a module has something: `import name as x`, `x = name`, `x = [name]`.

    A `functools.partial` of it is such a name too. What is imported from a module that has a
    function or class of that name itself is `of` that one alone.
    """
    found = infer.once((other_names, module.path), lambda: _by_name(module.index))
    return {
        other
        for other, definition in found.get(name, ())
        if (home := _home(infer, module, definition)) is None or home is of
    }


def _by_name(index: Index) -> dict[str, list[tuple[str, Definition]]]:
    found: dict[str, list[tuple[str, Definition]]] = {}
    for scope in index.scopes:
        for other, numbers in scope.bound.items():
            for number in numbers:
                for name in _named(index, number):
                    if name != other:
                        found.setdefault(name, []).append((other, index.definitions[number]))
    return found


def _home(infer: Infer, module: Module, definition: Definition) -> Module | None:
    """The module that defines the function or class that is imported."""
    if definition[0] != "import":
        return None
    home = infer.modules.named(definition[1], definition[2], module)
    number = None if home is None else home.index.module.final.get(definition[3])
    if home is None or number is None:
        return None
    return home if home.index.definitions[number][0] in {"class", "function"} else None


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
