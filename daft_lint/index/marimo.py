"""Marimo's notebooks: Python files whose cells are functions, which run as they need one another.

A cell's parameters are the names that it takes from other cells, and what it returns are those that
they take from it (marimo 0.18, `marimo/_ast/app.py`). So all cells share the scope of the module.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Sequence

_CELL = "cell"
# Decorators that leave a function or class for all cells as it is.
_PLAIN = frozenset({"class_definition", "function"})


def as_run(body: Sequence[ast.stmt]) -> Sequence[ast.stmt]:
    """The statements of a module; of a notebook, functions for all cells, then cells as needed."""
    if not any(map(_imports_marimo, body)):
        return body
    cells = [each for each in body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
    cells = [each for each in cells if any(_asks(part, {_CELL}) for part in each.decorator_list)]
    if not cells:
        return body
    given = {name: cell for cell in cells for name in _returned(cell)}
    ordered: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
    met: set[ast.AST] = set()

    def add(cell: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if cell not in met:
            met.add(cell)
            for parameter in cell.args.args:
                if parameter.arg in given:
                    add(given[parameter.arg])
            ordered.append(cell)

    for cell in cells:
        add(cell)
    first = body.index(cells[0])
    code = [each for cell in ordered for each in cell.body if not isinstance(each, ast.Return)]
    others = [each for each in body[first:] if each not in met]
    plain = [_plain(each) for each in others]
    shared = [new for new, old in zip(plain, others, strict=True) if new is not old]
    rest = [new for new, old in zip(plain, others, strict=True) if new is old]
    return [*map(_plain, body[:first]), *shared, *code, *rest]


def _imports_marimo(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Import) and statement.names[0].name == "marimo"


def _asks(decorator: ast.expr, names: frozenset[str] | set[str]) -> bool:
    """Whether a decorator is `app.name`, or a call of that."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Attribute) and called.attr in names


def _returned(cell: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The names that a cell gives to others."""
    last = cell.body[-1]
    value = last.value if isinstance(last, ast.Return) else None
    parts = value.elts if isinstance(value, ast.Tuple) else [value]
    return (part.id for part in parts if isinstance(part, ast.Name))


def _plain(statement: ast.stmt) -> ast.stmt:
    """A function or class for all cells, without marimo's decorator."""
    if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return statement
    kept = [each for each in statement.decorator_list if not _asks(each, _PLAIN)]
    if len(kept) < len(statement.decorator_list):
        statement = copy.copy(statement)
        statement.decorator_list = kept
    return statement
