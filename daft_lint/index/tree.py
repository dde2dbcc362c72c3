"""The names that code binds and changes, by its tree alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from daft_lint.index.traversal import COMPREHENSIONS, FUNCTIONS, MUTATORS, NESTED, children

_SETTERS = frozenset({"setattr", "delattr"})


@dataclass(slots=True)
class Changed:
    """What code changes: names it binds, attributes it sets, containers it changes in place.

    `called` are the calls in it, `nested` the functions and classes, which are left out.
    """

    names: set[str] = field(default_factory=set)
    attributes: list[ast.Attribute] = field(default_factory=list)
    containers: list[ast.expr] = field(default_factory=list)
    called: list[ast.Call] = field(default_factory=list)
    nested: list[ast.AST] = field(default_factory=list)


@lru_cache(maxsize=4096)
def changed_by(code: ast.AST) -> Changed:
    """What a loop or the body of a function may change, nested functions and classes left out."""
    changed = Changed()
    waiting: list[ast.AST] = []
    if isinstance(code, (*FUNCTIONS, ast.Lambda)):
        waiting += code.body if isinstance(code.body, list) else [code.body]
    else:
        waiting.append(code)
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind in NESTED:
            changed.nested.append(node)
            if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                changed.names.add(node.name)
            continue
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                changed.names.add(node.id)
            continue
        if kind is ast.Attribute:
            assert isinstance(node, ast.Attribute)
            if not isinstance(node.ctx, ast.Load) and dotted(node):
                changed.attributes.append(node)
        elif kind is ast.Subscript:
            assert isinstance(node, ast.Subscript)
            if not isinstance(node.ctx, ast.Load):
                changed.containers += _container(node.value)
        elif kind is ast.AugAssign:
            assert isinstance(node, ast.AugAssign)
            if dotted(node.target):
                changed.containers.append(node.target)
        elif kind is ast.Call:
            assert isinstance(node, ast.Call)
            changed.called.append(node)
            function = node.func
            if isinstance(function, ast.Attribute):
                if function.attr in MUTATORS:
                    changed.containers += _container(function.value)
            elif isinstance(function, ast.Name) and function.id in _SETTERS and len(node.args) > 1:
                owner, name = node.args[:2]
                if isinstance(name, ast.Constant) and isinstance(name.value, str):
                    changed.attributes.append(ast.Attribute(owner, name.value, ast.Store()))
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
            changed.names.update([node.name] if node.name else [])
        elif isinstance(node, ast.MatchMapping):
            changed.names.update([node.rest] if node.rest else [])
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names = (alias.asname or alias.name.partition(".")[0] for alias in node.names)
            changed.names.update(names)
        elif kind in COMPREHENSIONS:
            changed.names.update(
                part.target.id for part in walk(node) if isinstance(part, ast.NamedExpr)
            )
        waiting += children(node)
    return changed


def _container(place: ast.expr) -> list[ast.expr]:
    """What is changed with a part of it, by its dotted name: `options` for `options["a"]["b"]`."""
    while isinstance(place, ast.Subscript):
        place = place.value
    return [place] if dotted(place) else []


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, but for operators and contexts."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        waiting += children(current)


def dotted(node: ast.AST) -> str:
    """A dotted name as text, empty for any other expression."""
    if type(node) is ast.Name:
        return node.id
    if type(node) is ast.Attribute:
        owner = dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def own_nodes(code: ast.AST) -> Iterator[ast.AST]:
    """All nodes of some code, without what stands in the functions and classes inside it."""
    waiting = [code]
    while waiting:
        node = waiting.pop()
        yield node
        if type(node) not in NESTED or node is code:
            waiting += children(node)


def names_in(target: ast.AST) -> set[str]:
    """The names among the single targets of a target."""
    if isinstance(target, ast.Name):
        return {target.id}
    if isinstance(target, ast.Tuple | ast.List):
        return {name for elt in target.elts for name in names_in(elt)}
    return names_in(target.value) if isinstance(target, ast.Starred) else set()
