"""The types of a UDF that its annotations and options declare."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from daft_lint.equivalences.table import ANNOTATIONS, TYPES, Kind
from daft_lint.syntax.source import parsed
from daft_lint.udf_code.targets import is_none
from daft_lint.values.values import UdfForm

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfDefinition, UdfFunction
    from daft_lint.udf_code.names import Names

_DATA_TYPES = ("daft.DataType.", "daft.datatype.DataType.")
_LISTS = frozenset({"builtins.list", "typing.List"})
_ANYTHING = frozenset({"typing.Any", "builtins.object"})


def kinds_of(function: UdfFunction) -> dict[str, Kind | None]:
    """The kind that each annotated parameter is of; None for one that the table doesn't know."""
    found: dict[str, Kind | None] = {}
    if function.form is not UdfForm.FUNC:
        return found
    taken = function.node.args
    for parameter in (*taken.posonlyargs, *taken.args):
        if parameter.annotation is None:
            continue
        node = _unquoted(parameter.annotation)
        if function.names.qualified(node) not in _ANYTHING:
            found[parameter.arg] = _kind(node, function.names)
    return found


def declared_type(definition: UdfDefinition, function: UdfFunction) -> str | None:
    """The Daft type that a UDF returns; None when it is unknown or isn't a plain one."""
    option = definition.option("return_dtype")
    if option is not None:
        return _type(option.node.value, function.names)
    returns = function.node.returns
    if function.form is not UdfForm.FUNC or returns is None:
        return None
    return _of_annotation(_unquoted(returns), function.names)


def _type(node: ast.expr, names: Names) -> str | None:
    """`DataType.string()` as `string`; Python's types as annotations."""
    if not isinstance(node, ast.Call):
        return _of_annotation(node, names)
    called = names.qualified(node.func) or ""
    prefix = next((prefix for prefix in _DATA_TYPES if called.startswith(prefix)), None)
    return None if prefix is None or node.args or node.keywords else called.removeprefix(prefix)


def _of_annotation(node: ast.expr, names: Names) -> str | None:
    kind = _kind(node, names)
    return None if kind is None else TYPES.get(kind)


def _kind(node: ast.expr, names: Names) -> Kind | None:
    """The kind of an annotation, also beside `None`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        sides = [part for part in (node.left, node.right) if not is_none(part)]
        return _kind(sides[0], names) if len(sides) == 1 else None
    if isinstance(node, ast.Subscript):
        outer = names.qualified(node.value)
        inner = _kind(node.slice, names)
        if outer == "typing.Optional":
            return inner
        is_list = outer in _LISTS and inner in (Kind.TEXT, Kind.WHOLE, Kind.REAL)
        return Kind.LIST if is_list else None
    return ANNOTATIONS.get(names.qualified(node) or "")


def _unquoted(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        tree = parsed(node.value)
        only = tree.body[0] if isinstance(tree, ast.Module) and len(tree.body) == 1 else None
        return only.value if isinstance(only, ast.Expr) else node
    return node
