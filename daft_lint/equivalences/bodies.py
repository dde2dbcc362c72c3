"""The value that a function returns for each row, where that is all it does."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from daft_lint.records import dataclass, field
from daft_lint.udf_code.targets import is_none
from daft_lint.values.values import UdfForm

if TYPE_CHECKING:
    from daft_lint.udf_code.definitions import UdfFunction
    from daft_lint.udf_code.names import FunctionNode

_FROM_LIST = frozenset({"daft.Series.from_pylist", "daft.series.Series.from_pylist"})


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """The value of a row as an expression.

    `columns` are the names that stand for a row's value of a parameter, by that name. `locals` are
    the expressions of the names that the function sets on the way, once each. `guarded` are the
    parameters for whose None it returns None.
    """

    value: ast.expr
    columns: dict[str, str]
    locals: dict[str, ast.expr] = field(default_factory=dict)
    guarded: frozenset[str] = frozenset()


def body_of(function: UdfFunction) -> Body | None:
    """What a function returns for each row; None when it does anything else."""
    if function.is_async or not _has_plain_parameters(function.node.args):
        return None
    names = {name: name for name in function.parameters}
    statements = _statements(function.node)
    guarded: set[str] = set()
    if function.form is UdfForm.FUNC:
        while statements and (checked := _guard(statements[0], names)) is not None:
            guarded.add(checked)
            del statements[0]
    locals_: dict[str, ast.expr] = {}
    for statement in statements[:-1]:
        if not _set_local(statement, names, locals_):
            return None
    last = statements[-1] if statements else None
    if not isinstance(last, ast.Return) or last.value is None:
        return None
    if function.form is UdfForm.FUNC:
        value, more = _unguarded(last.value, names)
        return Body(value, names, locals_, frozenset(guarded | more))
    if function.form in {UdfForm.FUNC_BATCH, UdfForm.LEGACY}:
        return _of_list(last.value, names, locals_, function)
    return None


def _has_plain_parameters(taken: ast.arguments) -> bool:
    plain = taken.vararg is None and taken.kwarg is None
    return plain and not taken.kwonlyargs and not taken.defaults


def _statements(node: FunctionNode) -> list[ast.stmt]:
    """The statements of a function without its docstring."""
    first, *others = node.body
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant | ast.JoinedStr):
        text = getattr(first.value, "value", "")
        return others if isinstance(text, str | bytes) else [first, *others]
    return [*node.body]


def _guard(statement: ast.stmt, names: dict[str, str]) -> str | None:
    """The parameter of `if x is None: return None`; None for anything else."""
    match statement:
        case ast.If(test, [ast.Return(returned)], []) if returned is None or is_none(returned):
            tested = _tested(test, names)
            return tested[1] if tested is not None and tested[0] else None
    return None


def _of_list(
    node: ast.expr,
    names: dict[str, str],
    locals_: dict[str, ast.expr],
    function: UdfFunction,
) -> Body | None:
    """`[f(x) for x in xs]`, with None for None or not, as it is or as a Series."""
    match node:
        case ast.Name(name) if name in locals_:
            return _of_list(locals_[name], names, locals_, function)
        case ast.Call(func, [argument], []) if function.names.qualified(func) in _FROM_LIST:
            return _of_list(argument, names, locals_, function)
        case ast.ListComp(made, [ast.comprehension(ast.Name(row), over, [], 0)]):
            parameter = _series(over, names, locals_)
            if parameter is None:
                return None
            value, guarded = _unguarded(made, {row: parameter})
            return Body(value, {row: parameter}, guarded=frozenset(guarded))
    return None


def _series(node: ast.expr, names: dict[str, str], locals_: dict[str, ast.expr]) -> str | None:
    """The parameter that an iterable is, or is the Python list of."""
    match node:
        case ast.Name(name) if name in locals_:
            return _series(locals_[name], names, {})
        case ast.Name(name):
            return names.get(name)
        case ast.Call(ast.Attribute(owner, "to_pylist"), [], []):
            return _series(owner, names, locals_)
    return None


def _unguarded(node: ast.expr, names: dict[str, str]) -> tuple[ast.expr, set[str]]:
    """An expression without the `if x is not None else None` around it, and what that guards."""
    tested = _tested(node.test, names) if isinstance(node, ast.IfExp) else None
    if isinstance(node, ast.IfExp) and tested is not None:
        kept, other = (node.orelse, node.body) if tested[0] else (node.body, node.orelse)
        if is_none(other):
            return kept, {tested[1]}
    return node, set()


def _tested(node: ast.expr, names: dict[str, str]) -> tuple[bool, str] | None:
    """Whether a test asks for None, and the parameter; None when it asks anything else."""
    match node:
        case ast.Compare(ast.Name(name), [ast.Is() | ast.IsNot() as how], [other]):
            if name in names and is_none(other):
                return isinstance(how, ast.Is), names[name]
    return None


def _set_local(statement: ast.stmt, names: dict[str, str], locals_: dict[str, ast.expr]) -> bool:
    """Note `name = expression`; False for anything else, and for a name that is set twice."""
    match statement:
        case ast.Assign([ast.Name(name)], value) if name not in names and name not in locals_:
            locals_[name] = value
            return True
    return False
