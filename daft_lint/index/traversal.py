"""Traversals of expressions and statements without recursion: programs may nest deeply."""

from __future__ import annotations

import ast
from collections.abc import Iterator

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# Python 3.11 brought `except*`, whose nodes have the same parts.
TRIES: tuple[type[ast.Try], ...] = (ast.Try, getattr(ast, "TryStar", ast.Try))
MUTATORS = frozenset(
    {
        "__delitem__",
        "__setitem__",
        "add",
        "append",
        "appendleft",
        "clear",
        "difference_update",
        "discard",
        "extend",
        "extendleft",
        "insert",
        "intersection_update",
        "pop",
        "popitem",
        "popleft",
        "remove",
        "reverse",
        "setdefault",
        "sort",
        "symmetric_difference_update",
        "update",
    }
)
"""Methods that change a list, dict, set or deque in place."""

NESTED = frozenset({*FUNCTIONS, ast.ClassDef, ast.Lambda})
"""What has names of its own, and runs elsewhere or apart."""
# Fields that hold operators, contexts or texts, and the other fields of each kind of node.
_EMPTY = frozenset(
    {"arg", "attr", "ctx", "id", "kind", "op", "ops", "type_comment", "type_ignores"}
)
_PARTS: dict[type[ast.AST], tuple[str, ...]] = {}
# Nearly half of all nodes are of these kinds, which hold no others.
_LEAVES = frozenset({ast.Constant, ast.Name})
# Lists with more than nodes in them: None for what isn't there, and texts.
_MIXED = frozenset({"keys", "kw_defaults", "kwd_attrs", "names"})


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below one, but for operators and contexts, which hold nothing."""
    kind = type(node)
    fields = _PARTS.get(kind)
    if fields is None:
        fields = _PARTS[kind] = tuple(field for field in kind._fields if field not in _EMPTY)
    found: list[ast.AST] = []
    for field in fields:
        value = getattr(node, field, None)
        if type(value) is list:
            mixed = field in _MIXED
            found += [item for item in value if isinstance(item, ast.AST)] if mixed else value
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, but for operators and contexts."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        if type(current) not in _LEAVES:
            waiting += children(current)


def dotted(node: ast.AST) -> str:
    """A dotted name as text, empty for any other expression."""
    if type(node) is ast.Name:
        return node.id
    if type(node) is ast.Attribute:
        owner = dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def last_name(node: ast.AST) -> str:
    """The last part of a name or attribute; empty for anything else."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def own_nodes(code: ast.AST) -> Iterator[ast.AST]:
    """All nodes of some code, without what stands in the functions and classes inside it."""
    waiting = [code]
    while waiting:
        node = waiting.pop()
        yield node
        if type(node) not in NESTED or node is code:
            waiting += children(node)


def imported_name(alias: ast.alias) -> str:
    """The name that an import binds: the first part of a dotted one."""
    return alias.asname or alias.name.partition(".")[0]
