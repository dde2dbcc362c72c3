"""Names in the targets of statements, and the parts of calls."""

from __future__ import annotations

import ast


def names_in(target: ast.AST) -> set[str]:
    """The names among the single targets of a target."""
    if isinstance(target, ast.Tuple | ast.List):
        return {name for element in target.elts for name in names_in(without_star(element))}
    return {target.id} if isinstance(target, ast.Name) else set()


def without_star(node: ast.expr) -> ast.expr:
    """What is unpacked by `*`, and any other expression as it is."""
    return node.value if isinstance(node, ast.Starred) else node


def given(call: ast.Call) -> list[ast.expr]:
    """What a call is given, by place and by name; of `*` and `**` what is unpacked."""
    return [*map(without_star, call.args), *(each.value for each in call.keywords)]


def is_none(node: ast.AST | None) -> bool:
    """Whether an expression is None."""
    return isinstance(node, ast.Constant) and node.value is None
