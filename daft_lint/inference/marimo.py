"""Marimo's notebooks: Python files whose cells are functions, which run as they need one another.

A cell's parameters are the names that it takes from other cells, and what it returns are those that
they take from it (marimo 0.18, `marimo/_ast/app.py`). So all cells share one scope.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from daft_lint.index.traversal import FUNCTIONS
from daft_lint.index.tree import dotted
from daft_lint.modules.source_file import FunctionDef

_MADE = "marimo.App("
_CELL = "cell"
_PLAIN = frozenset({"function", "class_definition"})


def is_notebook(text: str) -> bool:
    """Whether a file is one of marimo's."""
    return _MADE in text


def is_plain(decorator: ast.expr) -> bool:
    """Whether a decorator of such a file leaves a function or class for all cells as it is."""
    return isinstance(decorator, ast.Attribute) and decorator.attr in _PLAIN


def is_cell(node: ast.AST) -> bool:
    """Whether a function of such a file is a cell."""
    if not isinstance(node, FUNCTIONS):
        return False
    called = (
        decorator.func if isinstance(decorator, ast.Call) else decorator
        for decorator in node.decorator_list
    )
    return any(dotted(expression).endswith(f".{_CELL}") for expression in called)


def code_of(cell: FunctionDef) -> list[ast.stmt]:
    """What a cell runs: all but its `return`, by which others take its names."""
    return [statement for statement in cell.body if not isinstance(statement, ast.Return)]


def in_order(module: ast.Module) -> Sequence[ast.stmt]:
    """The statements of a notebook, each cell behind those that it takes names from."""
    cells = [statement for statement in module.body if is_cell(statement)]
    given = {name: cell for cell in cells for name in _returned(cell)}
    ordered: dict[ast.stmt, None] = {}
    running: set[ast.stmt] = set()

    def add(cell: ast.stmt) -> None:
        if cell in ordered or cell in running:
            return
        running.add(cell)
        assert isinstance(cell, FUNCTIONS)
        for parameter in cell.args.args:
            maker = given.get(parameter.arg)
            if maker is not None:
                add(maker)
        ordered[cell] = None

    for cell in cells:
        add(cell)
    others = [statement for statement in module.body if statement not in ordered]
    first = next((at for at, statement in enumerate(module.body) if statement in ordered), 0)
    before = [statement for statement in module.body[:first] if statement in others]
    return [*before, *ordered, *(other for other in others if other not in before)]


def _returned(cell: ast.stmt) -> list[str]:
    """The names that a cell gives to others."""
    assert isinstance(cell, FUNCTIONS)
    last = cell.body[-1]
    value = last.value if isinstance(last, ast.Return) else None
    if isinstance(value, ast.Tuple):
        return [elt.id for elt in value.elts if isinstance(elt, ast.Name)]
    return [value.id] if isinstance(value, ast.Name) else []
