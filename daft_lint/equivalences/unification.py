"""Unification of an expression of a program with a pattern."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.equivalences.rendering import Written

if TYPE_CHECKING:
    from collections.abc import Callable

_LITERALS = (cst.SimpleString, cst.ConcatenatedString, cst.Integer, cst.Float)


@dataclass(slots=True)
class Bindings:
    """What the places of a pattern stand for."""

    columns: dict[str, cst.BaseExpression] = field(default_factory=dict)
    constants: dict[str, Written] = field(default_factory=dict)


@cache
def parsed(pattern: str) -> cst.BaseExpression:
    """The tree of a pattern."""
    return cst.parse_expression(pattern)


def unified(
    pattern: str,
    node: cst.BaseExpression,
    qualified: Callable[[cst.CSTNode], str | None],
) -> Bindings | None:
    """What the places of a pattern stand for in an expression; None when it has another form.

    `qualified` gives the dotted names of what is imported or built in.
    """
    bindings = Bindings()

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
        if isinstance(mine, cst.Comparison) and isinstance(other, cst.Comparison):
            first, second = mine.comparisons[0], other.comparisons[0]
            alike = len(other.comparisons) == 1 and type(first.operator) is type(second.operator)
            return (
                alike and same(mine.left, other.left) and same(first.comparator, second.comparator)
            )
        return False

    def bind(name: str, other: cst.CSTNode) -> bool:
        if len(name) > 1:
            return qualified(other) == f"builtins.{name}"
        if name.isupper():
            found = literal(other)
            if found is not None:
                bindings.constants[name] = found
            return found is not None
        if not isinstance(other, cst.BaseExpression):
            return False
        bindings.columns[name] = other
        return True

    return bindings if same(parsed(pattern), node) else None


def literal(node: cst.CSTNode) -> Written | None:
    """The text and the value of a literal text or number; None for all else."""
    inner = node.expression if isinstance(node, cst.UnaryOperation) else node
    if inner is not node and not isinstance(inner, cst.Integer | cst.Float):
        return None
    if not isinstance(inner, _LITERALS):
        return None
    text = cst.Module([]).code_for_node(node)
    try:
        value = ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return None
    return Written(text, value) if isinstance(value, str | int | float) else None
