"""Edits that replace the calls of a UDF by an expression, in the file that defines it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from daft_lint.findings import Edit

if TYPE_CHECKING:
    from daft_lint.equivalences.matching import Match
    from daft_lint.plan.span import Span
    from daft_lint.udf_code.definitions import UdfDefinition
    from daft_lint.udf_code.names import Names

_COLUMNS = frozenset({"daft.col", "daft.expressions.col", "daft.expressions.expressions.col"})
# Where a column gets its name from elsewhere, or has none.
_NAMING = frozenset({"with_column", "alias", "where", "filter"})


def edits(definition: UdfDefinition, match: Match, uses: Collection[Span]) -> tuple[Edit, ...]:
    """Edits of every call in the file; none when one of them isn't plain.

    `uses` are the calls that surely are parts of a pipeline: elsewhere a UDF may get plain values.

    The definition is left: other files may use it.
    """
    names = match.function.names
    home = names.home(definition.name)
    heads = {span.start for span in names.uses(definition.name)}
    calls = [(call, span) for call, span in names.calls(definition.name) if span.start in heads]
    if home is None or home.kind != "module" or len(calls) != len(heads):
        return ()
    if any(span not in uses for _, span in calls):
        return ()
    made = [_edit(names.around(names.node(call)), match, names) for call, _ in calls]
    plain = [edit for edit in made if edit is not None]
    return tuple(plain) if len(plain) == len(made) else ()


def _edit(around: tuple[ast.AST, ...], match: Match, names: Names) -> Edit | None:
    """The edit of a call that stands last in what it stands in."""
    *outer, call = around
    assert isinstance(call, ast.Call)
    if not isinstance(call.func, ast.Name) or not names.is_bound_once(call.func):
        return None
    if call.keywords or len(call.args) != len(match.function.parameters):
        return None
    if "\n" in (replaced := names.code(call)) and "#" in replaced:
        # A comment might go with it.
        return None
    if not all(_is_column(argument, names) for argument in call.args):
        return None
    if not match.keeps_name and not _is_named(around):
        return None
    if "daft." in match.expression() and names.qualified("daft") != "daft":
        return None
    texts = [names.code(argument) for argument in call.args]
    columns = dict(zip(match.function.parameters, texts, strict=True))
    code = match.applied.code(columns)
    return Edit(names.span(call), code.operand if _is_operand(outer[-1], call) else code.text)


def _is_column(node: ast.expr, names: Names) -> bool:
    """Whether an argument surely is an expression of one line: `col("x").strip()`, `df["x"]`."""
    if "\n" in names.code(node):
        return False
    while isinstance(node, ast.Call):
        if names.qualified(node.func) in _COLUMNS:
            return True
        if not isinstance(node.func, ast.Attribute):
            return False
        node = node.func.value
    match node:
        case ast.Subscript(ast.Name(), ast.Constant(str())):
            return True
    return False


def _is_named(around: Sequence[ast.AST]) -> bool:
    """Whether something else than the expression names the column of a call, which is last."""
    *_, outer, parent, _ = around
    if isinstance(parent, ast.Attribute):
        return parent.attr == "alias"
    if isinstance(parent, ast.Dict):
        return True
    taker = outer if isinstance(parent, ast.keyword) else parent
    return (
        isinstance(taker, ast.Call)
        and isinstance(taker.func, ast.Attribute)
        and taker.func.attr in _NAMING
    )


def _is_operand(parent: ast.AST, call: ast.Call) -> bool:
    """Whether an operator or a method call follows or stands before a call."""
    if isinstance(parent, ast.Call):
        return parent.func is call
    return not isinstance(
        parent,
        ast.keyword | ast.Starred | ast.Assign | ast.AnnAssign | ast.Return | ast.Dict | ast.Expr,
    )
