"""Walks trees without looking at their whitespace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache

import libcst as cst

# What belongs to the look of the code alone.
_LOOKS = frozenset(
    {
        "comma",
        "equal",
        "footer",
        "header",
        "indent",
        "leading_lines",
        "lines_after_decorators",
        "lpar",
        "rpar",
        "semicolon",
        "trailing_whitespace",
    }
)


def children(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The nodes right below one. `CSTNode.children` gives them too, much slower."""
    for name in _parts(type(node)):
        value = getattr(node, name)
        if isinstance(value, list | tuple):
            yield from value
        elif isinstance(value, cst.CSTNode):
            yield value


def walk(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """A node and all below it, in the order they are written."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting += reversed(list(children(current)))


@cache
def _parts(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    names = (field.name for field in fields(kind))
    return tuple(name for name in names if name not in _LOOKS and "whitespace" not in name)


def yields(node: cst.FunctionDef) -> bool:
    """Whether a function is a generator: a `yield` in its own body, not in one nested in it."""
    waiting: list[cst.CSTNode] = [node.body]
    while waiting:
        current = waiting.pop()
        if isinstance(current, cst.Yield):
            return True
        if not isinstance(current, cst.FunctionDef | cst.ClassDef | cst.Lambda):
            waiting += children(current)
    return False
