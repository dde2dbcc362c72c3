"""Reads the pipelines out of one file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from daft_lint.documents.document import Document
from daft_lint.plan.pipeline import Pipeline
from daft_lint.reading.calls import Calls
from daft_lint.reading.definitions import Definitions, UdfDefinition
from daft_lint.reading.expressions import Expressions
from daft_lint.reading.functions import Functions
from daft_lint.reading.hinting import Hints
from daft_lint.reading.locating import Locator
from daft_lint.reading.parsing import parse, with_deep_stack
from daft_lint.reading.scope import Scope, State
from daft_lint.reading.session import BudgetSpentError, Session
from daft_lint.reading.statements import Statements
from daft_lint.reading.uncalled import Uncalled

if TYPE_CHECKING:
    from daft_lint.documents.hints import Hint


@dataclass(frozen=True, slots=True)
class Reading:
    """The pipelines of one file, and the UDFs that it defines.

    `complete` is false when following it whole cost too much.
    """

    pipelines: tuple[Pipeline, ...]
    definitions: tuple[UdfDefinition, ...] = ()
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
    session = Session(
        Document(path, text), module, locator, Hints(hints, locator.blocks() if hints else ())
    )
    expressions = Expressions(session)
    definitions = Definitions(session, expressions)
    functions = Functions(session, expressions, definitions)
    calls = Calls(session, expressions, functions)
    statements = Statements(session, expressions, functions, calls)
    expressions.calls = functions.calls = calls
    expressions.functions = functions
    expressions.statements = functions.statements = statements
    state = State(Scope(), {}, session.recorder.past)
    complete = True
    try:
        statements.module(module, state)
        Uncalled(session, functions, statements).read(state)
    except BudgetSpentError:
        complete = False
    pipelines = session.recorder.pipelines(session.hints.cluster)
    return Reading(pipelines, definitions.found, complete)
