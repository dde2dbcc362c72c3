"""The value that a function returns for each row, where that is all it does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

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
    locals: dict[str, cst.BaseExpression]
    guarded: frozenset[str]


def body_of(function: UdfFunction) -> Body | None:
    """What a function returns for each row; None when it does anything else."""
    if function.is_async or not _has_plain_parameters(function.node.params):
        return None
    statements = _statements(function.node)
    if statements is None:
        return None
    if function.form is UdfForm.FUNC:
        return _of_rows(statements, function.parameters)
    if function.form in {UdfForm.FUNC_BATCH, UdfForm.LEGACY}:
        return _of_batches(statements, function)
    return None


def _has_plain_parameters(params: cst.Parameters) -> bool:
    plain = isinstance(params.star_arg, cst.MaybeSentinel) and params.star_kwarg is None
    every = (*params.posonly_params, *params.params)
    return plain and not params.kwonly_params and all(node.default is None for node in every)


def _statements(node: cst.FunctionDef) -> list[cst.BaseCompoundStatement | cst.BaseSmallStatement]:
    """The statements of a function without its docstring."""
    found: list[cst.BaseCompoundStatement | cst.BaseSmallStatement] = []
    lines = node.body.body
    for line in lines:
        if isinstance(line, cst.SimpleStatementLine):
            found += line.body
        else:
            assert isinstance(line, cst.BaseCompoundStatement | cst.BaseSmallStatement)
            found.append(line)
    if found and isinstance(found[0], cst.Expr) and isinstance(found[0].value, cst.BaseString):
        return found[1:]
    return found


def _of_rows(statements: Sequence[cst.CSTNode], parameters: Iterable[str]) -> Body | None:
    names = {name: name for name in parameters}
    locals_: dict[str, cst.BaseExpression] = {}
    guarded: set[str] = set()
    for position, statement in enumerate(statements):
        rest = statements[position + 1 :]
        if isinstance(statement, cst.Return) and not rest and statement.value is not None:
            kept, more = _unguarded(statement.value, names)
            return Body(kept, names, locals_, frozenset(guarded | more))
        if isinstance(statement, cst.If):
            if locals_:
                # What was set before may have failed on None.
                return None
            tested = _tested(statement.test, names)
            if tested is None:
                return None
            is_none, checked = tested
            returned = _only_return(statement.body)
            if returned is None:
                return None
            if is_none and statement.orelse is None and _is_none(returned):
                guarded |= checked
                continue
            last = _otherwise(statement, rest)
            if not is_none and last is not None and _is_none(last):
                if returned.value is None:
                    return None
                return Body(returned.value, names, locals_, frozenset(guarded | checked))
            if is_none and _is_none(returned) and last is not None and last.value is not None:
                return Body(last.value, names, locals_, frozenset(guarded | checked))
            return None
        if not _set_local(statement, names, locals_):
            return None
    return None


def _of_batches(statements: Sequence[cst.CSTNode], function: UdfFunction) -> Body | None:
    names = {name: name for name in function.parameters}
    locals_: dict[str, cst.BaseExpression] = {}
    for position, statement in enumerate(statements):
        if isinstance(statement, cst.Return) and statement.value is not None:
            if position + 1 < len(statements):
                return None
            return _of_list(statement.value, names, locals_, function)
        if not _set_local(statement, names, locals_):
            return None
    return None


def _of_list(
    node: cst.BaseExpression,
    names: dict[str, str],
    locals_: dict[str, cst.BaseExpression],
    function: UdfFunction,
) -> Body | None:
    """`[f(x) for x in xs]`, with None for None or not."""
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
    if loop.asynchronous or loop.ifs or loop.inner_for_in:
        return None
    columns = _loop_columns(loop, names, locals_, function)
    if columns is None:
        return None
    value, guarded = _unguarded(node.elt, columns)
    return Body(value, columns, {}, frozenset(guarded))


def _loop_columns(
    loop: cst.CompFor,
    names: dict[str, str],
    locals_: dict[str, cst.BaseExpression],
    function: UdfFunction,
) -> dict[str, str] | None:
    """The parameters whose values the variables of a loop stand for."""
    iterables: list[cst.BaseExpression] = [loop.iter]
    targets: list[cst.BaseExpression] = [loop.target]
    if isinstance(loop.iter, cst.Call) and (
        function.names.qualified(loop.iter.func) == "builtins.zip"
    ):
        if not isinstance(loop.target, cst.Tuple) or any(
            arg.star or arg.keyword is not None for arg in loop.iter.args
        ):
            return None
        iterables = [arg.value for arg in loop.iter.args]
        targets = [element.value for element in loop.target.elements]
    columns: dict[str, str] = {}
    if len(iterables) != len(targets):
        return None
    for iterable, target in zip(iterables, targets, strict=True):
        parameter = _series(iterable, names, locals_)
        if parameter is None or not isinstance(target, cst.Name) or target.value in columns:
            return None
        columns[target.value] = parameter
    return columns


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
    if isinstance(node, cst.IfExp):
        tested = _tested(node.test, names)
        if tested is not None:
            is_none, checked = tested
            kept, other = (node.orelse, node.body) if is_none else (node.body, node.orelse)
            if isinstance(other, cst.Name) and other.value == "None":
                return kept, checked
    return node, set()


def _tested(node: cst.BaseExpression, names: dict[str, str]) -> tuple[bool, set[str]] | None:
    """Whether a test asks for None, and of which parameters; None when it asks anything else."""
    if isinstance(node, cst.BooleanOperation):
        left, right = _tested(node.left, names), _tested(node.right, names)
        wanted = isinstance(node.operator, cst.Or)
        if left is None or right is None or {left[0], right[0]} != {wanted}:
            return None
        return wanted, left[1] | right[1]
    if not isinstance(node, cst.Comparison) or len(node.comparisons) != 1:
        return None
    target = node.comparisons[0]
    if not isinstance(node.left, cst.Name) or node.left.value not in names:
        return None
    if not isinstance(target.comparator, cst.Name) or target.comparator.value != "None":
        return None
    if isinstance(target.operator, cst.Is | cst.IsNot):
        return isinstance(target.operator, cst.Is), {names[node.left.value]}
    return None


def _only_return(block: cst.BaseSuite) -> cst.Return | None:
    """The `return` that a block consists of."""
    inner: Sequence[cst.CSTNode] = block.body
    if len(inner) == 1 and isinstance(inner[0], cst.SimpleStatementLine):
        inner = inner[0].body
    if len(inner) == 1 and isinstance(inner[0], cst.Return):
        return inner[0]
    return None


def _otherwise(statement: cst.If, rest: Sequence[cst.CSTNode]) -> cst.Return | None:
    """The `return` that a function ends with when the test of its last `if` fails."""
    if isinstance(statement.orelse, cst.Else):
        return None if rest else _only_return(statement.orelse.body)
    if statement.orelse is None and len(rest) == 1 and isinstance(rest[0], cst.Return):
        return rest[0]
    return None


def _is_none(returned: cst.Return) -> bool:
    value = returned.value
    return value is None or (isinstance(value, cst.Name) and value.value == "None")


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
