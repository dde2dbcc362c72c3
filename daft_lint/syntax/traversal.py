"""Traversals of trees that don't look at their whitespace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Literal, TypeVar, get_args, get_origin

import libcst as cst

Node = TypeVar("Node", bound=cst.CSTNode)

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
# What holds no node, by the types that LibCST gives: names, numbers and marks.
_PLAIN = (str, bool, type(None), cst.MaybeSentinel)

NESTED: frozenset[type[cst.CSTNode]] = frozenset({cst.FunctionDef, cst.ClassDef, cst.Lambda})
"""What has names of its own. To look up a node's type here is faster than `isinstance`, by far."""


def children(node: cst.CSTNode) -> list[cst.CSTNode]:
    """The nodes right below one. `CSTNode.children` gives them too, much slower.

    LibCST's classes are abstract ones, and to ask one whether something is its instance takes as
    long as all else here, so types are asked for once.
    """
    found: list[cst.CSTNode] = []
    for value in _values_of(type(node))(node):
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


def walk_for(kind: type[Node], node: cst.CSTNode) -> Iterator[Node]:
    """Of a node and all below it, those of a kind."""
    # No class of LibCST that has instances has a subclass.
    return (part for part in walk(node) if type(part) is kind)


@cache
def is_node(kind: type[object]) -> bool:
    """Whether the values of a type are nodes."""
    return issubclass(kind, cst.CSTNode)


@cache
def parts(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    """The names of what nodes of a kind are made of, without what belongs to their looks."""
    names = (field.name for field in fields(kind))
    return tuple(name for name in names if name not in _LOOKS and "whitespace" not in name)


@cache
def _values_of(kind: type[cst.CSTNode]) -> Callable[[cst.CSTNode], tuple[Any, ...]]:
    """What gives all parts of a node of a kind that are nodes, or may be."""
    types = {field.name: field.type for field in fields(kind)}
    names = [name for name in parts(kind) if not _is_plain(types[name])]
    if len(names) > 1:
        return attrgetter(*names)
    if names:
        only = attrgetter(names[0])
        return lambda node: (only(node),)
    return lambda _: ()


def _is_plain(kind: Any) -> bool:
    """Whether no value of an annotated type is a node."""
    if get_origin(kind) is Literal:
        return True
    inner = get_args(kind)
    return all(map(_is_plain, inner)) if inner else kind in _PLAIN


@lru_cache(maxsize=256)
def yields(node: cst.FunctionDef) -> bool:
    """Whether a function is a generator: a `yield` in its own body, not in one nested in it."""
    waiting: list[cst.CSTNode] = [node.body]
    while waiting:
        current = waiting.pop()
        kind = type(current)
        if kind is cst.Yield:
            return True
        if kind not in NESTED:
            waiting += children(current)
    return False
