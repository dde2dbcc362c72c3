"""What the code of a UDF calls that raises where a batch has no rows."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from daft_lint.index.traversal import FUNCTIONS, dotted, own_nodes

_NUMPY = ("concatenate", "hstack", "max", "min", "stack", "vstack")
_RAISING = frozenset(
    {
        "max",
        "min",
        "torch.cat",
        "torch.stack",
        *(f"{module}.{name}" for module in ("np", "numpy") for name in _NUMPY),
    }
)
_LISTING = frozenset({"enumerate", "list", "map", "reversed", "sorted", "tuple", "zip"})
_OF_SERIES = frozenset({"to_arrow", "to_numpy", "to_pylist", "tolist"})
_HANDLING = (ast.If, ast.IfExp, ast.Match, ast.Try, ast.While)


def needs_rows(function: ast.AST) -> str:
    """What a function calls with all rows of its batch that refuses none, such as `np.stack`.

    Empty where nothing does, and where the function may look whether there are rows.
    """
    if not isinstance(function, FUNCTIONS):
        return ""
    if any(isinstance(node, _HANDLING) for node in own_nodes(function)):
        return ""
    rows = {each.arg for each in function.args.args} - {"self"}
    for statement in _in_turn(function.body):
        if isinstance(statement, ast.For):
            if _is_rows(statement.iter, rows):
                rows |= set(_appended(statement))
            continue
        for node in own_nodes(statement):
            if _raises(node, rows):
                return dotted(node.func) if isinstance(node, ast.Call) else ast.unparse(node)
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                rows = rows | {name} if _is_rows(value, rows) else rows - {name}
    return ""


def _in_turn(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        if isinstance(statement, ast.With | ast.AsyncWith):
            yield from _in_turn(statement.body)
        else:
            yield statement


def _appended(loop: ast.For) -> Iterator[str]:
    """The lists that a loop appends to."""
    for node in own_nodes(loop):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append")):
                yield name


def _raises(node: ast.AST, rows: set[str]) -> bool:
    match node:
        case ast.Call(func=func, args=[given], keywords=options) if dotted(func) in _RAISING:
            return _is_rows(given, rows) and all(each.arg != "default" for each in options)
        case ast.Subscript(value=value, slice=ast.Constant(value=0), ctx=ast.Load()):
            return _is_rows(value, rows)
    return False


def _is_rows(value: ast.expr, rows: set[str]) -> bool:
    """Whether an expression has an item for each row, and so none where there are no rows."""
    match value:
        case ast.Name(id=name):
            return name in rows
        case ast.Call(func=ast.Attribute(value=inner, attr=name)) if name in _OF_SERIES:
            return _is_rows(inner, rows)
        case ast.Call(func=ast.Name(id=name), args=given) if name in _LISTING:
            return any(_is_rows(each, rows) for each in given)
        case ast.ListComp(generators=[each]) | ast.GeneratorExp(generators=[each]):
            return _is_rows(each.iter, rows)
    return False
