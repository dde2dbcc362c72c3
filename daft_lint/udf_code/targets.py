"""Names as text, and in the targets of statements."""

from __future__ import annotations

import libcst as cst


def names_in(target: cst.BaseExpression) -> set[str]:
    """The names among the single targets of a target."""
    if isinstance(target, cst.Tuple | cst.List):
        return {name for element in target.elements for name in names_in(element.value)}
    return {target.value} if isinstance(target, cst.Name) else set()


def dotted(node: cst.BaseExpression) -> str:
    """A dotted name as text, empty for any other expression."""
    if isinstance(node, cst.Attribute):
        owner = dotted(node.value)
        return f"{owner}.{node.attr.value}" if owner else ""
    return node.value if isinstance(node, cst.Name) else ""
