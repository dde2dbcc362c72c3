"""Marimo's notebooks: Python files whose cells are functions, which run as they need one another.

A cell's parameters are the names that it takes from other cells, and what it returns are those that
they take from it (marimo 0.18, `marimo/_ast/app.py`). So all cells share one scope.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import libcst as cst

from daft_lint.reading.targets import dotted
from daft_lint.reading.walking import children

_MADE = "marimo.App("
_CELL = "cell"
_PLAIN = frozenset({"function", "class_definition"})


@dataclass(frozen=True, slots=True)
class Code:
    """Statements that run one after the other."""

    body: Sequence[cst.BaseStatement | cst.BaseSmallStatement]


def is_notebook(text: str) -> bool:
    """Whether a file is one of marimo's."""
    return _MADE in text


def is_plain(decorator: cst.BaseExpression) -> bool:
    """Whether a decorator of such a file leaves a function or class for all cells as it is."""
    return isinstance(decorator, cst.Attribute) and decorator.attr.value in _PLAIN


def is_cell(node: cst.FunctionDef) -> bool:
    """Whether a function of such a file is a cell."""
    decorators = [one.decorator for one in node.decorators]
    called = (one.func if isinstance(one, cst.Call) else one for one in decorators)
    return any(dotted(one).endswith(f".{_CELL}") for one in called)


def code_of(cell: cst.FunctionDef) -> Code:
    """What a cell runs: all but its `return`, by which others take its names."""
    body = cell.body.body
    return Code(tuple(one for one in body if not isinstance(_last(one), cst.Return)))


def in_order(module: cst.Module) -> Code:
    """The statements of a notebook, each cell behind those that it takes names from."""
    cells = [one for one in module.body if isinstance(one, cst.FunctionDef) and is_cell(one)]
    given = set(chain.from_iterable(map(_given_by, cells)))
    ordered: list[cst.FunctionDef] = []
    done: set[str] = set()
    while cells:
        ready = (one for one in cells if _taken_by(one) & given <= done)
        # Cells that need one another don't run at all.
        cell = next(ready, cells[0])
        cells.remove(cell)
        ordered.append(cell)
        done |= _given_by(cell)
    waiting = iter(ordered)
    body = (
        next(waiting) if isinstance(one, cst.FunctionDef) and is_cell(one) else one
        for one in module.body
    )
    return Code(tuple(body))


def _taken_by(cell: cst.FunctionDef) -> set[str]:
    return {one.name.value for one in cell.params.params}


def _given_by(cell: cst.FunctionDef) -> set[str]:
    returned = _last(cell.body.body[-1]) if cell.body.body else None
    value = returned.value if isinstance(returned, cst.Return) else None
    parts = [value, *children(value)] if value is not None else []
    elements = (one.value if isinstance(one, cst.Element) else one for one in parts)
    return {one.value for one in elements if isinstance(one, cst.Name)}


def _last(statement: cst.CSTNode) -> cst.CSTNode:
    """The last of the statements of a line."""
    if isinstance(statement, cst.SimpleStatementLine) and statement.body:
        return statement.body[-1]
    return statement
