"""The value that a function returns for each row, where that is all it does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.records import dataclass, field
from daft_lint.values.values import UdfForm

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfFunction

_FROM_LIST = frozenset({"daft.Series.from_pylist", "daft.series.Series.from_pylist"})


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """The value of a row as an expression.

    `columns` are the names that stand for a row's value of a parameter, by that name. `locals` are
    the expressions of the names that the function sets on the way, once each. `guarded` are the
    parameters for whose None it returns None.
    """

    value: cst.BaseExpression
    columns: dict[str, str]
    locals: dict[str, cst.BaseExpression] = field(default_factory=dict)
    guarded: frozenset[str] = frozenset()


def body_of(function: UdfFunction) -> Body | None:
    """What a function returns for each row; None when it does anything else."""
    if function.is_async or not _has_plain_parameters(function.node.params):
        return None
    names = {name: name for name in function.parameters}
    statements = _statements(function.node)
    guarded: set[str] = set()
    if function.form is UdfForm.FUNC:
        while statements and (checked := _guard(statements[0], names)) is not None:
            guarded.add(checked)
            del statements[0]
    locals_: dict[str, cst.BaseExpression] = {}
    for statement in statements[:-1]:
        if not _set_local(statement, names, locals_):
            return None
    last = statements[-1] if statements else None
    if not isinstance(last, cst.Return) or last.value is None:
        return None
    if function.form is UdfForm.FUNC:
        value, more = _unguarded(last.value, names)
        return Body(value, names, locals_, frozenset(guarded | more))
    if function.form in {UdfForm.FUNC_BATCH, UdfForm.LEGACY}:
        return _of_list(last.value, names, locals_, function)
    return None


def _has_plain_parameters(params: cst.Parameters) -> bool:
    plain = isinstance(params.star_arg, cst.MaybeSentinel) and params.star_kwarg is None
    every = (*params.posonly_params, *params.params)
    return plain and not params.kwonly_params and all(node.default is None for node in every)


def _statements(node: cst.FunctionDef) -> list[cst.CSTNode]:
    """The statements of a function without its docstring."""
    found: list[cst.CSTNode] = []
    for line in node.body.body:
        found += line.body if isinstance(line, cst.SimpleStatementLine) else [line]
    if found and isinstance(found[0], cst.Expr) and isinstance(found[0].value, cst.BaseString):
        return found[1:]
    return found


def _guard(statement: cst.CSTNode, names: dict[str, str]) -> str | None:
    """The parameter of `if x is None: return None`; None for anything else."""
    if not isinstance(statement, cst.If) or statement.orelse is not None:
        return None
    tested = _tested(statement.test, names)
    inner: Sequence[cst.CSTNode] = statement.body.body
    if len(inner) == 1 and isinstance(inner[0], cst.SimpleStatementLine):
        inner = inner[0].body
    returned = inner[0] if len(inner) == 1 else None
    if tested is None or not tested[0] or not isinstance(returned, cst.Return):
        return None
    return tested[1] if returned.value is None or _is_none(returned.value) else None


def _of_list(
    node: cst.BaseExpression,
    names: dict[str, str],
    locals_: dict[str, cst.BaseExpression],
    function: UdfFunction,
) -> Body | None:
    """`[f(x) for x in xs]`, with None for None or not, as it is or as a Series."""
    if isinstance(node, cst.Name) and node.value in locals_:
        return _of_list(locals_[node.value], names, locals_, function)
    if isinstance(node, cst.Call):
        made = function.names.qualified(node.func)
        plain = len(node.args) == 1 and node.args[0].keyword is None and not node.args[0].star
        if made not in _FROM_LIST or not plain:
            return None
        return _of_list(node.args[0].value, names, locals_, function)
    if not isinstance(node, cst.ListComp):
        return None
    loop = node.for_in
    parameter = _series(loop.iter, names, locals_)
    if loop.asynchronous or loop.ifs or loop.inner_for_in or parameter is None:
        return None
    if not isinstance(loop.target, cst.Name):
        return None
    columns = {loop.target.value: parameter}
    value, guarded = _unguarded(node.elt, columns)
    return Body(value, columns, guarded=frozenset(guarded))


def _series(
    node: cst.BaseExpression, names: dict[str, str], locals_: dict[str, cst.BaseExpression]
) -> str | None:
    """The parameter that an iterable is, or is the Python list of."""
    if isinstance(node, cst.Name):
        if node.value in locals_:
            return _series(locals_[node.value], names, {})
        return names.get(node.value)
    if (
        isinstance(node, cst.Call)
        and not node.args
        and isinstance(node.func, cst.Attribute)
        and node.func.attr.value == "to_pylist"
    ):
        return _series(node.func.value, names, locals_)
    return None


def _unguarded(
    node: cst.BaseExpression, names: dict[str, str]
) -> tuple[cst.BaseExpression, set[str]]:
    """An expression without the `if x is not None else None` around it, and what that guards."""
    tested = _tested(node.test, names) if isinstance(node, cst.IfExp) else None
    if isinstance(node, cst.IfExp) and tested is not None:
        kept, other = (node.orelse, node.body) if tested[0] else (node.body, node.orelse)
        if _is_none(other):
            return kept, {tested[1]}
    return node, set()


def _tested(node: cst.BaseExpression, names: dict[str, str]) -> tuple[bool, str] | None:
    """Whether a test asks for None, and the parameter; None when it asks anything else."""
    if not isinstance(node, cst.Comparison) or len(node.comparisons) != 1:
        return None
    target = node.comparisons[0]
    if not isinstance(node.left, cst.Name) or node.left.value not in names:
        return None
    if not _is_none(target.comparator) or not isinstance(target.operator, cst.Is | cst.IsNot):
        return None
    return isinstance(target.operator, cst.Is), names[node.left.value]


def _is_none(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Name) and node.value == "None"


def _set_local(
    statement: cst.CSTNode, names: dict[str, str], locals_: dict[str, cst.BaseExpression]
) -> bool:
    """Note `name = expression`; False for anything else, and for a name that is set twice."""
    if not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
        return False
    target = statement.targets[0].target
    if not isinstance(target, cst.Name) or target.value in names or target.value in locals_:
        return False
    locals_[target.value] = statement.value
    return True
