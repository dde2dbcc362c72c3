"""How the steps of a pipeline hang in their chains of calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.pipeline import Link, Slot
from daft_lint.reading.slots import steady_slot
from daft_lint.reading.targets import dotted

if TYPE_CHECKING:
    from daft_lint.reading.scope import Scope
    from daft_lint.reading.session import Session


# The methods whose first argument is a number that edits may change, and by which names it may be
# given.
_NUMBERED: dict[str, tuple[str | None, ...]] = {
    "repartition": (None, "num"),
    "into_partitions": (None, "num"),
    "into_batches": (None, "batch_size"),
}


def link(call: cst.Call, function: cst.Attribute, session: Session) -> Link | None:
    """How `frame.method(...)` hangs on its frame; None where the tree isn't the file.

    When it goes, its part of the chain does, or the whole of `df = df.method(...)`; comments before
    and behind it stay. What is put before it stands like it: on a line of its own, or not.
    """
    if not session.is_faithful:
        return None
    whole, start = session.span(call), _start(function, session)
    dot, name = session.span(function.dot), session.span(function.attr)
    before = Slot(whole.between(start, start), session.text(start, dot.end))
    assigned, argument = session.assignments.get(call), _argument(call, session)
    if "#" in session.text(dot.end, name.start):
        return Link(None, before, assigned, argument)
    part = whole.between(start, whole.end)
    return Link(session.rebindings.get(call, part), before, assigned, argument)


def _argument(call: cst.Call, session: Session) -> Slot | None:
    """Where the number of a step stands, if no caller can change what it is.

    None too for a literal, which tells itself where it stands.
    """
    number = _number(call)
    if number is None or isinstance(number, cst.Integer):
        return None
    return steady_slot(number, session)


def code_of_number(call: cst.Call, session: Session) -> str | None:
    """How the program writes the number of a step; None where that takes more than a line."""
    number = _number(call)
    if number is None:
        return None
    span = session.span(number)
    return session.text(span.start, span.end) if span.line == span.end_line else None


def _number(call: cst.Call) -> cst.BaseExpression | None:
    """The first argument of a step that has a number there."""
    if not call.args or not isinstance(call.func, cst.Attribute):
        return None
    first, method = call.args[0], call.func.attr.value
    keyword = first.keyword.value if first.keyword is not None else None
    if method not in _NUMBERED or first.star or keyword not in _NUMBERED[method]:
        return None
    return first.value


def _start(function: cst.Attribute, session: Session) -> tuple[int, int]:
    """Where the receiver of a method ends, or the last comment before the method's dot."""
    space = function.dot.whitespace_before
    if isinstance(space, cst.ParenthesizedWhitespace):
        lines: list[cst.TrailingWhitespace | cst.EmptyLine] = [
            space.first_line,
            *space.empty_lines,
        ]
        commented = [line.newline for line in lines if line.comment is not None]
        if commented:
            return session.span(commented[-1]).start
    receiver = function.value.rpar[-1] if function.value.rpar else function.value
    return session.span(receiver).end


def note(
    line: cst.SimpleStatementLine, block: Sequence[cst.CSTNode], scope: Scope, session: Session
) -> None:
    """Note that all of a statement goes with its call, if it only says `df = df.method(...)`.

    Without it the name is bound in the same scope still, and the block isn't empty. One with a
    comment stays.
    """
    if not session.is_faithful:
        return
    _note_assignment(line, session)
    call = _rebinding(line, scope)
    if call is None or all(one is line or _may_go(one, scope) for one in (block[0], block[-1])):
        return
    span = session.span(line)
    if not any("#" in text for text in session.document.lines[span.line - 1 : span.end_line]):
        session.rebindings[call] = span.between((span.line, 1), (span.end_line + 1, 1))


def _may_go(line: cst.CSTNode, scope: Scope) -> bool:
    """Whether a line says `df = df.method(...)` of a step that fixes take away."""
    call = _rebinding(line, scope)
    method = call.func if call is not None else None
    return isinstance(method, cst.Attribute) and method.attr.value in _NUMBERED


def _note_assignment(line: cst.SimpleStatementLine, session: Session) -> None:
    """Note the name that the result of a call is assigned to, by `name = frame.method(...)`."""
    for statement in line.body:
        if isinstance(statement, cst.Assign) and len(statement.targets) == 1:
            name = dotted(statement.targets[0].target)
            if name and isinstance(statement.value, cst.Call):
                session.assignments[statement.value] = name


def _rebinding(line: cst.CSTNode, scope: Scope) -> cst.Call | None:
    """The call of a line that says `df = df.method(...)`, of a `df` of this scope, or of `a.df`."""
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) > 1:
        return None
    assign = line.body[0]
    if not isinstance(assign, cst.Assign) or len(assign.targets) > 1:
        return None
    call = assign.value
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute):
        return None
    name = dotted(call.func.value)
    if name != dotted(assign.targets[0].target) or not ("." in name or name in scope.names):
        return None
    return call
