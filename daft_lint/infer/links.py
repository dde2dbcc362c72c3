"""The links between the steps of a pipeline and their chains of calls."""

from __future__ import annotations

import ast
from collections.abc import Container, Sequence
from typing import TYPE_CHECKING

from daft_lint.documents.layout import LINE_END
from daft_lint.index.traversal import dotted
from daft_lint.infer.slots import steady_slot
from daft_lint.plan.pipeline import Link, Slot
from daft_lint.plan.span import Span

if TYPE_CHECKING:
    from daft_lint.infer.context import Site
    from daft_lint.modules.module_map import Module

# Methods with a number as first argument that edits may change, and its names.
_NUMBERED: dict[str, tuple[str | None, ...]] = {
    "repartition": (None, "num"),
    "into_partitions": (None, "num"),
    "into_batches": (None, "batch_size"),
}


def link(site: Site, names: Container[str]) -> Link:
    """How `frame.method(...)` is linked to its frame, in a scope that binds some names itself.

    When it goes, its part of the chain does, or the whole of `df = df.method(...)`; comments before
    and behind it stay. What is put before it stands like it: on a line of its own, or not.
    """
    call, module = site.node, site.context.module
    function = call.func
    assert isinstance(function, ast.Attribute)
    line, column = module.end_of(function)
    name = line, column - len(function.attr)
    start, dot_end, commented = _start(function, name, module)
    before = Slot(module.between(start, start), module.text(start, dot_end))
    statement = module.statements.get(call)
    assigned = _assigned(statement)
    argument = _argument(site)
    if commented:
        return Link(None, before, assigned, argument)
    part = module.between(start, module.end_of(call))
    return Link(_rebinding_span(statement, call, module, names) or part, before, assigned, argument)


def _start(
    function: ast.Attribute, name: tuple[int, int], module: Module
) -> tuple[tuple[int, int], tuple[int, int], bool]:
    """Where the receiver of a method ends, or the last comment before the method's dot.

    And where the dot ends, and whether a comment stands between that and the name.
    """
    document = module.document
    text = document.text
    at, end = document.offset(*module.end_of(function.value)), document.offset(*name)
    # Closing brackets around the receiver, comments, then the dot.
    begin = at
    while at < end:
        char = text[at]
        if char == ")":
            begin = at + 1
        elif char == "#":
            newline = LINE_END.search(text, at)
            at = begin = newline.start() if newline is not None else end
            continue
        elif char == ".":
            break
        at += 1
    behind = text[at + 1 : end]
    return document.place_at(begin), document.place_at(at + 1), "#" in behind


def _assigned(found: tuple[ast.stmt, Sequence[ast.stmt]] | None) -> str | None:
    """The name that the result of a call is assigned to, by `name = frame.method(...)`."""
    statement = found[0] if found is not None else None
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        return dotted(statement.targets[0]) or None
    return None


def _rebinding_span(
    found: tuple[ast.stmt, Sequence[ast.stmt]] | None,
    call: ast.Call,
    module: Module,
    names: Container[str],
) -> Span | None:
    """All of a statement that only says `df = df.method(...)`.

    Without it the name is bound in the same scope still, and the block isn't empty. One with a
    comment stays.
    """
    if found is None or _rebound_call(found[0], names) is not call:
        return None
    statement, block = found
    if all(
        each_statement is statement or _may_go(each_statement, names)
        for each_statement in (block[0], block[-1])
    ):
        return None
    span = module.span_of(statement)
    lines = module.document.lines[span.line - 1 : span.end_line]
    alone = (
        lines[0][: span.column - 1].strip() == "" and lines[-1][span.end_column - 1 :].strip() == ""
    )
    if any("#" in text for text in lines) or not alone:
        return None
    return module.between((span.line, 1), (span.end_line + 1, 1))


def _may_go(statement: ast.stmt, names: Container[str]) -> bool:
    """Whether a line is `df = df.method(...)` for a step that fixes remove."""
    call = _rebound_call(statement, names)
    method = call.func if call is not None else None
    return isinstance(method, ast.Attribute) and method.attr in _NUMBERED


def _rebound_call(statement: ast.stmt, names: Container[str]) -> ast.Call | None:
    """The call of a line that says `df = df.method(...)`, of a `df` of this scope, or of `a.df`."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) > 1:
        return None
    call = statement.value
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return None
    name = dotted(call.func.value)
    if not name or name != dotted(statement.targets[0]):
        return None
    return call if "." in name or name in names else None


def _argument(site: Site) -> Slot | None:
    """Where the number of a step stands, if no caller can change what it is.

    None too for a literal, which tells itself where it stands.
    """
    number = _number(site.node)
    if number is None or (isinstance(number, ast.Constant) and isinstance(number.value, int)):
        return None
    given = site.call.arguments or [each for _, each in site.call.keywords]
    return steady_slot(number, given[0], site.context)


def code_of_number(call: ast.Call, module: Module) -> str | None:
    """How the program writes the number of a step; None where that takes more than a line."""
    number = _number(call)
    if number is None:
        return None
    span = module.span_of(number)
    return module.text(span.start, span.end) if span.line == span.end_line else None


def _number(call: ast.Call) -> ast.expr | None:
    """The first argument of a step that has a number there."""
    assert isinstance(call.func, ast.Attribute)
    names = _NUMBERED.get(call.func.attr, ())
    if call.args:
        first = call.args[0]
        return first if None in names and not isinstance(first, ast.Starred) else None
    keyword = call.keywords[0] if call.keywords else None
    return keyword.value if keyword is not None and keyword.arg in names else None
