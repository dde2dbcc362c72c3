"""Unification of an expression of a program with a pattern."""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@cache
def parsed(pattern: str) -> ast.expr:
    """The tree of a pattern."""
    return ast.parse(pattern, mode="eval").body


def unified(
    pattern: str,
    node: ast.expr,
    qualified: Callable[[ast.AST], str | None],
) -> dict[str, ast.expr] | None:
    """What the columns of a pattern stand for in an expression; None when it has another form.

    `qualified` gives the dotted names of what is imported or built in.
    """
    columns: dict[str, ast.expr] = {}

    def same(mine: ast.expr, other: ast.expr) -> bool:
        match mine, other:
            case ast.Name(), _:
                return bind(mine.id, other)
            case ast.Attribute(), ast.Attribute():
                return mine.attr == other.attr and same(mine.value, other.value)
            case ast.Call(), ast.Call():
                if len(mine.args) != len(other.args) or other.keywords:
                    return False
                return all(map(same, [mine.func, *mine.args], [other.func, *other.args]))
            case ast.BinOp(), ast.BinOp():
                alike = type(mine.op) is type(other.op)
                return alike and same(mine.left, other.left) and same(mine.right, other.right)
        return False

    def bind(name: str, other: ast.expr) -> bool:
        if len(name) > 1:
            return qualified(other) == f"builtins.{name}"
        if isinstance(other, ast.Starred):
            return False
        columns[name] = other
        return True

    return columns if same(parsed(pattern), node) else None
