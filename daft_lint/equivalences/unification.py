"""Unification of an expression of a program with a pattern."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import libcst as cst

if TYPE_CHECKING:
    from collections.abc import Callable


@cache
def parsed(pattern: str) -> cst.BaseExpression:
    """The tree of a pattern."""
    return cst.parse_expression(pattern)


def unified(
    pattern: str,
    node: cst.BaseExpression,
    qualified: Callable[[cst.CSTNode], str | None],
) -> dict[str, cst.BaseExpression] | None:
    """What the columns of a pattern stand for in an expression; None when it has another form.

    `qualified` gives the dotted names of what is imported or built in.
    """
    columns: dict[str, cst.BaseExpression] = {}

    def same(mine: cst.CSTNode, other: cst.CSTNode) -> bool:
        if isinstance(mine, cst.Name):
            return bind(mine.value, other)
        if isinstance(mine, cst.Attribute) and isinstance(other, cst.Attribute):
            return mine.attr.value == other.attr.value and same(mine.value, other.value)
        if isinstance(mine, cst.Call) and isinstance(other, cst.Call):
            if len(mine.args) != len(other.args) or any(
                arg.star or arg.keyword is not None for arg in other.args
            ):
                return False
            pairs = zip(mine.args, other.args, strict=True)
            return same(mine.func, other.func) and all(same(a.value, b.value) for a, b in pairs)
        if isinstance(mine, cst.BinaryOperation) and isinstance(other, cst.BinaryOperation):
            alike = type(mine.operator) is type(other.operator)
            return alike and same(mine.left, other.left) and same(mine.right, other.right)
        return False

    def bind(name: str, other: cst.CSTNode) -> bool:
        if len(name) > 1:
            return qualified(other) == f"builtins.{name}"
        if not isinstance(other, cst.BaseExpression):
            return False
        columns[name] = other
        return True

    return columns if same(parsed(pattern), node) else None
