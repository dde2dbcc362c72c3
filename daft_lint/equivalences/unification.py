"""Unification of an expression of a program with a pattern."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.equivalences.rendering import Written

if TYPE_CHECKING:
    from collections.abc import Callable

_LOOKS = frozenset({"comma", "equal", "lpar", "rpar", "semicolon", "lbracket", "rbracket"})
_VALUES = frozenset({"True", "False", "None"})
_LITERALS = cst.SimpleString | cst.ConcatenatedString | cst.Integer | cst.Float


@dataclass(slots=True)
class Bindings:
    """What the places of a pattern stand for: columns, literals and loop variables."""

    columns: dict[str, cst.BaseExpression] = field(default_factory=dict)
    constants: dict[str, Written] = field(default_factory=dict)
    loops: dict[str, str] = field(default_factory=dict)


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
    if _Unifier(qualified, bindings).same(parsed(pattern), node):
        return bindings
    return None


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


class _Unifier:
    def __init__(self, qualified: Callable[[cst.CSTNode], str | None], bindings: Bindings) -> None:
        self._qualified = qualified
        self._bindings = bindings

    def same(self, pattern: cst.CSTNode, node: cst.CSTNode) -> bool:
        if isinstance(pattern, cst.Name):
            return self._place(pattern.value, node)
        if isinstance(pattern, cst.Attribute):
            name = _dotted(pattern)
            if name is not None:
                return self._qualified(node) == name
            return (
                isinstance(node, cst.Attribute)
                and pattern.attr.value == node.attr.value
                and self.same(pattern.value, node.value)
            )
        if type(pattern) is not type(node):
            return False
        if isinstance(pattern, cst.SimpleString | cst.Integer | cst.Float):
            mine, other = literal(pattern), literal(node)
            return mine is not None and other is not None and mine.value == other.value
        if isinstance(pattern, cst.CompFor):
            assert isinstance(node, cst.CompFor)
            return self._loop(pattern, node)
        if isinstance(pattern, cst.ListComp):
            # The loop binds the variable that the element is made of.
            assert isinstance(node, cst.ListComp)
            return self.same(pattern.for_in, node.for_in) and self.same(pattern.elt, node.elt)
        return self._parts(pattern, node)

    def _place(self, name: str, node: cst.CSTNode) -> bool:
        if name in _VALUES:
            return isinstance(node, cst.Name) and node.value == name
        if name in self._bindings.loops:
            return isinstance(node, cst.Name) and node.value == self._bindings.loops[name]
        if len(name) > 1:
            return self._qualified(node) == f"builtins.{name}"
        if name.isupper():
            found = literal(node)
            before = self._bindings.constants.setdefault(name, found) if found else None
            return found is not None and before is not None and before.value == found.value
        if not isinstance(node, cst.BaseExpression):
            return False
        bound = self._bindings.columns.setdefault(name, node)
        return bound is node or bound.deep_equals(node)

    def _loop(self, pattern: cst.CompFor, node: cst.CompFor) -> bool:
        if not isinstance(pattern.target, cst.Name) or not isinstance(node.target, cst.Name):
            return False
        if node.asynchronous or node.inner_for_in or len(pattern.ifs) != len(node.ifs):
            return False
        # The iterable is evaluated outside of the loop.
        if not self.same(pattern.iter, node.iter):
            return False
        self._bindings.loops[pattern.target.value] = node.target.value
        pairs = zip(pattern.ifs, node.ifs, strict=True)
        return all(self.same(mine.test, other.test) for mine, other in pairs)

    def _parts(self, pattern: cst.CSTNode, node: cst.CSTNode) -> bool:
        for name in _compared(type(pattern)):
            mine, other = getattr(pattern, name), getattr(node, name)
            if isinstance(mine, cst.CSTNode) and isinstance(other, cst.CSTNode):
                if name == "keyword":
                    assert isinstance(mine, cst.Name)
                    if not isinstance(other, cst.Name) or mine.value != other.value:
                        return False
                elif not self.same(mine, other):
                    return False
            elif isinstance(mine, list | tuple):
                if len(mine) != len(other):
                    return False
                if not all(
                    self.same(first, second) for first, second in zip(mine, other, strict=True)
                ):
                    return False
            elif mine != other and not isinstance(mine, cst.MaybeSentinel):
                return False
        return True


@cache
def _compared(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    names = (each_field.name for each_field in fields(kind))
    return tuple(name for name in names if name not in _LOOKS and "whitespace" not in name)


def _dotted(node: cst.BaseExpression) -> str | None:
    """`math.sqrt` for a function of a module; None where a place is part of it."""
    if isinstance(node, cst.Name):
        return node.value if len(node.value) > 1 else None
    if isinstance(node, cst.Attribute):
        owner = _dotted(node.value)
        return None if owner is None or owner in _VALUES else f"{owner}.{node.attr.value}"
    return None
