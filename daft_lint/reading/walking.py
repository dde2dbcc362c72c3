"""Walks trees without looking at their whitespace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache, lru_cache
from typing import Any

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


_NESTED = frozenset({cst.FunctionDef, cst.ClassDef, cst.Lambda})


def children(node: cst.CSTNode) -> list[cst.CSTNode]:
    """The nodes right below one. `CSTNode.children` gives them too, much slower.

    LibCST's classes are abstract ones, and to ask one whether something is its instance takes as
    long as all else here, so types are asked for once.
    """
    found: list[cst.CSTNode] = []
    for name in parts(type(node)):
        value = getattr(node, name)
        kind: Any = type(value)
        if kind is list or kind is tuple:
            found += value
        elif is_node(kind):
            found.append(value)
    return found


def walk(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """A node and all below it, in the order they are written."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting += reversed(children(current))


@cache
def is_node(kind: type[object]) -> bool:
    """Whether the values of a type are nodes."""
    return issubclass(kind, cst.CSTNode)


@cache
def parts(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    """The names of what nodes of a kind are made of, without what belongs to their looks."""
    names = (field.name for field in fields(kind))
    return tuple(name for name in names if name not in _LOOKS and "whitespace" not in name)


@lru_cache(maxsize=256)
def yields(node: cst.FunctionDef) -> bool:
    """Whether a function is a generator: a `yield` in its own body, not in one nested in it."""
    waiting: list[cst.CSTNode] = [node.body]
    while waiting:
        current = waiting.pop()
        kind = type(current)
        if kind is cst.Yield:
            return True
        if kind not in _NESTED:
            waiting += children(current)
    return False
