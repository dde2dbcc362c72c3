"""Data dependence: names in some code whose values come from others, by its text alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

import libcst as cst

from daft_lint.syntax.traversal import NESTED, children, walk_for
from daft_lint.udf_code.targets import names_in


@lru_cache(maxsize=256)
def depending(code: cst.CSTNode, names: frozenset[str]) -> frozenset[str]:
    """The names in some code that may hold something of what these hold, and these."""
    known = names
    bindings = [binding for node in within(code) for binding in _bindings(node)]
    grown = bool(known)
    while grown:
        grown = False
        for bound, source in bindings:
            if not bound <= known and reads((source,), known):
                known |= bound
                grown = True
    return known


def reads(nodes: Iterable[cst.CSTNode], names: Collection[str]) -> bool:
    """Whether one of some nodes holds one of these names."""
    return any(part.value in names for node in nodes for part in walk_for(cst.Name, node))


def parameters_given(
    call: cst.Call, parameters: Sequence[str], names: frozenset[str]
) -> frozenset[str]:
    """The parameters of what is called that get something of what these names hold."""
    found: set[str] = set()
    for place, argument in enumerate(call.args):
        if not reads((argument.value,), names):
            continue
        if argument.star or (argument.keyword is None and place >= len(parameters)):
            return frozenset(parameters)
        found.add(argument.keyword.value if argument.keyword else parameters[place])
    return frozenset(found)


def within(code: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """A node and all below it, without what is nested in functions."""
    waiting = [code]
    while waiting:
        current = waiting.pop()
        yield current
        waiting += [child for child in children(current) if type(child) not in NESTED]


def _bindings(node: cst.CSTNode) -> Iterator[tuple[set[str], cst.CSTNode]]:
    """The names that a node itself binds, each with what their values come from."""
    if isinstance(node, cst.Assign):
        yield {name for target in node.targets for name in names_in(target.target)}, node.value
    elif isinstance(node, cst.AnnAssign | cst.AugAssign | cst.NamedExpr):
        if node.value is not None:
            yield names_in(node.target), node.value
    elif isinstance(node, cst.For | cst.CompFor):
        yield names_in(node.target), node.iter
    elif isinstance(node, cst.WithItem) and node.asname is not None:
        yield names_in(node.asname.name), node.item
    elif isinstance(node, cst.IndentedBlock):
        for statement in node.body:
            if isinstance(statement, cst.FunctionDef | cst.ClassDef):
                yield {statement.name.value}, statement
