"""Data dependence: names in some code whose values come from others, by its text alone."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from daft_lint.index.traversal import FUNCTIONS, own_nodes, walk
from daft_lint.udf_code.targets import names_in

if TYPE_CHECKING:
    from daft_lint.udf_code.names import FunctionNode


@lru_cache(maxsize=256)
def depending(function: FunctionNode, names: frozenset[str]) -> frozenset[str]:
    """The names in a function that may hold something of what these hold, and these."""
    known = names
    bindings = [binding for node in within(function) for binding in _bindings(node)]
    grown = bool(known)
    while grown:
        grown = False
        for bound, source in bindings:
            if not bound <= known and reads((source,), known):
                known |= bound
                grown = True
    return known


def reads(nodes: Iterable[ast.AST], names: Collection[str]) -> bool:
    """Whether one of some nodes holds one of these names."""
    parts = (part for node in nodes for part in walk(node))
    return any(isinstance(part, ast.Name) and part.id in names for part in parts)


def parameters_given(
    call: ast.Call, parameters: Sequence[str], names: frozenset[str]
) -> frozenset[str]:
    """The parameters of what is called that get something of what these names hold."""
    found: set[str] = set()
    for place, argument in enumerate(call.args):
        if reads((argument,), names):
            if isinstance(argument, ast.Starred) or place >= len(parameters):
                return frozenset(parameters)
            found.add(parameters[place])
    for keyword in call.keywords:
        if reads((keyword.value,), names):
            if keyword.arg is None:
                return frozenset(parameters)
            found.add(keyword.arg)
    return frozenset(found)


def within(function: FunctionNode) -> Iterator[ast.AST]:
    """All nodes in the body of a function, without what stands in those nested in it."""
    for statement in function.body:
        is_nested = isinstance(statement, (*FUNCTIONS, ast.ClassDef))
        yield from (statement,) if is_nested else own_nodes(statement)


def _bindings(node: ast.AST) -> Iterator[tuple[set[str], ast.AST]]:
    """The names that a node itself binds, each with what their values come from."""
    if isinstance(node, ast.Assign):
        yield {name for target in node.targets for name in names_in(target)}, node.value
    elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr):
        if node.value is not None:
            yield names_in(node.target), node.value
    elif isinstance(node, ast.For | ast.AsyncFor | ast.comprehension):
        yield names_in(node.target), node.iter
    elif isinstance(node, ast.withitem) and node.optional_vars is not None:
        yield names_in(node.optional_vars), node.context_expr
    elif isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        yield {node.name}, node
