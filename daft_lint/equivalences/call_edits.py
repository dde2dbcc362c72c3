"""Edits that replace the calls of a UDF by an expression, in the file that defines it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.equivalences.rendering import Code
from daft_lint.findings import Edit
from daft_lint.syntax.traversal import children

if TYPE_CHECKING:
    from daft_lint.equivalences.matching import Match
    from daft_lint.plan.span import Span
    from daft_lint.udf_code.definitions import UdfDefinition
    from daft_lint.udf_code.names import Names

_COLUMNS = frozenset({"daft.col", "daft.expressions.col", "daft.expressions.expressions.col"})
# Where a column gets its name from elsewhere, or has none.
_NAMING = frozenset({"with_column", "alias", "where", "filter"})


@dataclass(frozen=True, slots=True, eq=False)
class _Call:
    """A call, and what it stands in, the nearest first."""

    node: cst.Call
    around: tuple[cst.CSTNode, ...]


def edits(definition: UdfDefinition, match: Match, uses: Collection[Span]) -> tuple[Edit, ...]:
    """Edits of every call in the file; none when one of them isn't plain.

    `uses` are the calls that surely are parts of a pipeline: elsewhere a UDF may get plain values.

    The definition is left: other files may use it.
    """
    names = match.function.names
    home = names.home(definition.name)
    if home is None or home.kind != "module":
        return ()
    calls = _calls(names.module, definition)
    if any(names.span(call.node) not in uses for call in calls or ()):
        return ()
    made = [_edit(call, match, names) for call in calls or ()]
    plain = [edit for edit in made if edit is not None]
    return tuple(plain) if len(plain) == len(made) else ()


def _calls(home: cst.Module, definition: UdfDefinition) -> list[_Call] | None:
    """The calls of a name that the module binds once; None when it is used otherwise too."""
    found: list[_Call] = []
    for node, around in _walk(home, ()):
        is_named = isinstance(node, cst.FunctionDef | cst.ClassDef) and (
            node.name.value == definition.name
        )
        if is_named and not _is_of(node, definition):
            return None
        if not isinstance(node, cst.Name) or node.value != definition.name:
            continue
        parent = around[0]
        if _is_of(parent, definition) or (
            isinstance(parent, cst.Attribute) and parent.attr is node
        ):
            continue
        if isinstance(parent, cst.Arg) and parent.keyword is node:
            continue
        if not isinstance(parent, cst.Call) or parent.func is not node:
            return None
        found.append(_Call(parent, around[1:]))
    return found


def _is_of(node: cst.CSTNode, definition: UdfDefinition) -> bool:
    """Whether a node of the whole file is the definition."""
    if not isinstance(node, cst.FunctionDef | cst.ClassDef):
        return False
    return definition.names.span(node.name) == definition.span


def _walk(
    node: cst.CSTNode, around: tuple[cst.CSTNode, ...]
) -> Iterator[tuple[cst.CSTNode, tuple[cst.CSTNode, ...]]]:
    waiting = [(node, around)]
    while waiting:
        current, outer = waiting.pop()
        yield current, outer
        # The nearest four are all that is asked for.
        inner = (current, *outer[:5])
        waiting += [(child, inner) for child in children(current)]


def _edit(call: _Call, match: Match, names: Names) -> Edit | None:
    arguments = call.node.args
    if len(arguments) != len(match.function.parameters):
        return None
    if any(argument.star or argument.keyword is not None for argument in arguments):
        return None
    if not all(_is_column(argument.value, names) for argument in arguments):
        return None
    if not match.keeps_name and not _is_named(call):
        return None
    code = _imported(match, arguments, names)
    if code is None:
        return None
    text = code.operand if _is_operand(call) else code.text
    return Edit(names.span(call.node), text)


def _imported(match: Match, arguments: object, names: Names) -> Code | None:
    """The expression with Daft's names as the file writes them; None when it can't."""
    assert isinstance(arguments, list | tuple)
    texts = [names.code(argument.value) for argument in arguments]
    columns = dict(zip(match.function.parameters, texts, strict=True))
    code = match.applied.code(columns).text
    plain = match.expression()
    if "daft." in plain and names.qualified("daft") != "daft":
        return None
    return Code(code)


def _is_column(node: cst.BaseExpression, names: Names) -> bool:
    """Whether an argument surely is an expression of one line: `col("x").strip()`, `df["x"]`."""
    if "\n" in names.code(node):
        return False
    while True:
        if isinstance(node, cst.Call) and names.qualified(node.func) in _COLUMNS:
            return True
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
            node = node.func.value
        elif isinstance(node, cst.Subscript):
            index = node.slice[0].slice
            return (
                isinstance(node.value, cst.Name)
                and len(node.slice) == 1
                and isinstance(index, cst.Index)
                and isinstance(index.value, cst.SimpleString)
            )
        else:
            return False


def _is_named(call: _Call) -> bool:
    """Whether something else than the expression names the column."""
    parent, *outer = call.around
    if isinstance(parent, cst.Attribute):
        return parent.attr.value == "alias"
    if isinstance(parent, cst.DictElement):
        return True
    around = outer[0] if outer else None
    return (
        isinstance(parent, cst.Arg)
        and isinstance(around, cst.Call)
        and isinstance(around.func, cst.Attribute)
        and around.func.attr.value in _NAMING
    )


def _is_operand(call: _Call) -> bool:
    """Whether an operator or a method call follows or stands before the call."""
    parent = call.around[0]
    return not isinstance(
        parent, cst.Arg | cst.Assign | cst.AnnAssign | cst.Return | cst.DictElement | cst.Expr
    )
