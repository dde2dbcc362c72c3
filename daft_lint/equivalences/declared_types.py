"""The types of a UDF that its annotations and options declare."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.equivalences.kinds import ANNOTATIONS, LISTS, RETURNED, Kind
from daft_lint.values.values import UdfForm

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfDefinition, UdfFunction
    from daft_lint.udf_code.names import Names

_DATA_TYPES = ("daft.DataType.", "daft.datatype.DataType.")
_LISTS = frozenset({"builtins.list", "typing.List"})
_ANYTHING = frozenset({"typing.Any", "builtins.object"})


def kinds_of(function: UdfFunction) -> dict[str, tuple[Kind, ...]]:
    """The kinds that each annotated parameter may be of; those without a promise are left out."""
    found: dict[str, tuple[Kind, ...]] = {}
    if function.form is not UdfForm.FUNC:
        return found
    params = function.node.params
    for parameter in (*params.posonly_params, *params.params):
        if parameter.annotation is None:
            continue
        node = _unquoted(parameter.annotation.annotation)
        if function.names.qualified(node) in _ANYTHING:
            continue
        found[parameter.name.value] = _kinds(node, function.names)
    return found


def declared_type(definition: UdfDefinition, function: UdfFunction) -> str | None:
    """The Daft type that a UDF returns; None when it isn't told or isn't a plain one."""
    option = definition.option("return_dtype")
    if option is not None:
        return _type(option.node.value, function.names)
    returns = function.node.returns
    if function.form is not UdfForm.FUNC or returns is None:
        return None
    return _of_annotation(_unquoted(returns.annotation), function.names)


def _type(node: cst.BaseExpression, names: Names) -> str | None:
    """`DataType.list(DataType.string())` as `list[string]`; Python's types as annotations."""
    if not isinstance(node, cst.Call):
        return _of_annotation(node, names)
    called = names.qualified(node.func) or ""
    prefix = next((type_ for type_ in _DATA_TYPES if called.startswith(type_)), None)
    if prefix is None:
        return None
    name = called.removeprefix(prefix)
    if not node.args:
        return name
    if name == "list" and len(node.args) == 1 and node.args[0].keyword is None:
        inner = _type(node.args[0].value, names)
        return f"list[{inner}]" if inner else None
    return None


def _of_annotation(node: cst.BaseExpression, names: Names) -> str | None:
    kinds = _kinds(node, names)
    return RETURNED.get(kinds[0]) if len(kinds) == 1 else None


def _kinds(node: cst.BaseExpression, names: Names) -> tuple[Kind, ...]:
    """The kinds of an annotation, also beside `None`."""
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.BitOr):
        sides = [part for part in (node.left, node.right) if not _is_none(part)]
        return _kinds(sides[0], names) if len(sides) == 1 else ()
    if isinstance(node, cst.Subscript):
        outer = names.qualified(node.value)
        first = node.slice[0].slice
        inner = first.value if isinstance(first, cst.Index) else None
        if inner is not None and outer == "typing.Optional":
            return _kinds(inner, names)
        if inner is not None and outer in _LISTS:
            of = _kinds(inner, names)
            return (LISTS[of[0]],) if len(of) == 1 and of[0] in LISTS else ()
        return ANNOTATIONS.get(outer or "", ()) if outer in {"builtins.dict", "typing.Dict"} else ()
    return ANNOTATIONS.get(names.qualified(node) or "", ())


def _is_none(node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Name) and node.value == "None"


def _unquoted(node: cst.BaseExpression) -> cst.BaseExpression:
    if isinstance(node, cst.SimpleString):
        try:
            return cst.parse_expression(str(node.raw_value))
        except cst.ParserSyntaxError:
            return node
    return node
