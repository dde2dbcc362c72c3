"""Reads the pipelines out of one file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.pipeline import Pipeline
from daft_lint.reading.calls import Calls
from daft_lint.reading.expressions import Expressions
from daft_lint.reading.functions import Functions
from daft_lint.reading.hinting import Hints
from daft_lint.reading.locating import Locator
from daft_lint.reading.parsing import parse, with_deep_stack
from daft_lint.reading.scope import Scope, State
from daft_lint.reading.session import BudgetSpentError, Session
from daft_lint.reading.statements import Statements
from daft_lint.reading.values import Arguments, FunctionValue, ObjectValue

if TYPE_CHECKING:
    from daft_lint.documents.hints import Hint


@dataclass(frozen=True, slots=True)
class Reading:
    """The pipelines of one file. `complete` is false when following it whole cost too much."""

    pipelines: tuple[Pipeline, ...]
    complete: bool = True


def read(text: str, path: str, hints: Sequence[Hint] = ()) -> Reading:
    """Read the pipelines that a program builds, without running any of it.

    Raises:
        SourceSyntaxError: when the text is no Python program.
    """
    return with_deep_stack(lambda: _read(text, path, hints))


def _read(text: str, path: str, hints: Sequence[Hint]) -> Reading:
    module = parse(text)
    locator = Locator(path, module)
    session = Session(locator, Hints(hints, locator.blocks() if hints else ()))
    expressions = Expressions(session)
    functions = Functions(session, expressions)
    calls = Calls(session, expressions, functions)
    statements = Statements(session, expressions, functions, calls)
    expressions.calls = calls
    functions.statements = statements
    state = State(Scope(), {})
    complete = True
    try:
        statements.module(module, state)
        _read_uncalled(session, functions, state)
    except BudgetSpentError:
        complete = False
    return Reading(session.recorder.pipelines(session.hints.cluster), complete)


def _read_uncalled(session: Session, functions: Functions, state: State) -> None:
    """Read what nobody in this file calls: its callers are elsewhere, its arguments unknown."""
    for made_of in session.classes:
        instance = session.instances.get(made_of.node)
        if instance is None:
            instance = functions.instantiate(made_of, Arguments(complete=False), state)
        for _, method in made_of.functions:
            _read_if_uncalled(session, functions, method, instance, state)
    index = 0
    while index < len(session.functions):
        _read_if_uncalled(session, functions, session.functions[index], None, state)
        index += 1


def _read_if_uncalled(
    session: Session,
    functions: Functions,
    function: FunctionValue,
    owner: ObjectValue | None,
    state: State,
) -> None:
    if function.node not in session.called and isinstance(function.node, cst.FunctionDef):
        functions.call_unseen(function, owner, state)
