"""The targets of statements: what they bind and change, by their text alone."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from daft_lint.index.traversal import MUTATORS
from daft_lint.syntax.traversal import children

_SETTERS = frozenset({"setattr", "delattr"})


def parts(target: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """The single targets of a target that may be a tuple of them."""
    if isinstance(target, cst.Tuple | cst.List):
        for element in target.elements:
            yield from parts(element.value)
    else:
        yield target


def names_in(target: cst.BaseExpression) -> set[str]:
    """The names among the single targets of a target."""
    plain = (part.value if isinstance(part, cst.StarredElement) else part for part in parts(target))
    return {node.value for node in plain if isinstance(node, cst.Name)}


def captured(pattern: cst.CSTNode) -> set[str]:
    """The names that the pattern of a `case` binds."""
    names: set[str] = set()
    waiting: list[cst.CSTNode] = [pattern]
    while waiting:
        node = waiting.pop()
        if isinstance(node, cst.MatchAs | cst.MatchStar) and node.name is not None:
            names.add(node.name.value)
        elif isinstance(node, cst.MatchMapping) and node.rest is not None:
            names.add(node.rest.value)
        waiting += children(node)
    return names


def dotted(node: cst.BaseExpression) -> str:
    """A dotted name as text, empty for any other expression."""
    if isinstance(node, cst.Attribute):
        owner = dotted(node.value)
        return f"{owner}.{node.attr.value}" if owner else ""
    return node.value if isinstance(node, cst.Name) else ""


TARGETING: frozenset[type[cst.CSTNode]] = frozenset(
    {
        cst.AssignTarget,
        cst.AnnAssign,
        cst.For,
        cst.NamedExpr,
        cst.AugAssign,
        cst.Del,
        cst.AsName,
        cst.MatchCase,
        cst.Call,
    }
)
"""The types of nodes that have targets of their own."""


def targets_of(node: cst.CSTNode) -> Iterator[cst.BaseExpression]:
    """The single targets that a node itself binds, sets or changes in place."""
    if type(node) not in TARGETING:
        # Most nodes have none, and what follows takes its time.
        return
    if isinstance(node, cst.AssignTarget | cst.AnnAssign | cst.For | cst.NamedExpr):
        yield from parts(node.target)
    elif isinstance(node, cst.AugAssign):
        yield node.target
        yield _item_of(node.target)
    elif isinstance(node, cst.Del):
        yield from parts(node.target)
    elif isinstance(node, cst.AsName):
        yield from parts(node.name)
    elif isinstance(node, cst.MatchCase):
        yield from (cst.Name(name) for name in captured(node.pattern))
    elif (
        isinstance(node, cst.Call)
        and isinstance(node.func, cst.Attribute)
        and node.func.attr.value in MUTATORS
    ):
        yield _item_of(node.func.value)
    elif isinstance(node, cst.Call) and dotted(node.func) in _SETTERS and len(node.args) > 1:
        owner, name = node.args[0].value, node.args[1].value
        if isinstance(name, cst.SimpleString) and name.raw_value.isidentifier():
            yield cst.Attribute(owner, cst.Name(name.raw_value))
        else:
            yield _item_of(owner)


def _item_of(container: cst.BaseExpression) -> cst.Subscript:
    """Something in a container, as the target of what changes it in place."""
    return cst.Subscript(container, [cst.SubscriptElement(cst.Index(cst.Name("_")))])
