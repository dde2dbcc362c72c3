"""Reads the pipelines out of one file, and out of the modules of its project that it uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from daft_lint.documents.document import Document
from daft_lint.documents.project import NO_PROJECT, FileAlone, Project
from daft_lint.plan.cluster import Runner
from daft_lint.plan.pipeline import Pipeline
from daft_lint.reading import marimo
from daft_lint.reading.calls import Calls
from daft_lint.reading.definitions import Definitions, UdfDefinition
from daft_lint.reading.effort import BudgetSpentError
from daft_lint.reading.engine_settings import as_set, settings_in
from daft_lint.reading.entries import Entry
from daft_lint.reading.expressions import Expressions
from daft_lint.reading.foresight import Foresight
from daft_lint.reading.functions import Functions
from daft_lint.reading.leading import all_leading_to
from daft_lint.reading.parsing import with_deep_stack
from daft_lint.reading.program import Program
from daft_lint.reading.recording import Unseen
from daft_lint.reading.scope import Scope, State
from daft_lint.reading.session import Session
from daft_lint.reading.source_file import SourceFile
from daft_lint.reading.statements import Statements
from daft_lint.reading.storing import Storing
from daft_lint.reading.trees import keep_program
from daft_lint.reading.udf_making import UdfMaking
from daft_lint.reading.uncalled import Uncalled
from daft_lint.reading.wrappers import Wrappers

if TYPE_CHECKING:
    from daft_lint.documents.hints import Hint
    from daft_lint.documents.layout import Layout
    from daft_lint.plan.wrapper import UdfWrapper


@dataclass(frozen=True, slots=True)
class Reading:
    """The pipelines of one program, and the UDFs that its first file defines.

    `entries` tell by which way in the file each pipeline was reached, None for the module itself.
    `called` are the functions and classes of any file that something called, each with the ways in
    that led there. `complete` is false when following it whole cost too much. `characters` are
    those of all files that were read. `runner` is the one that the program itself chooses, None
    when it chooses none. It `defines` UDFs though `definitions` may be left out. `unseen` is what
    it does to frames that nobody knows.
    """

    pipelines: tuple[Pipeline, ...]
    definitions: tuple[UdfDefinition, ...] = ()
    complete: bool = True
    entries: tuple[Entry | None, ...] = ()
    called: Mapping[Entry, frozenset[Entry | None]] = field(default_factory=dict)
    characters: int = 0
    runner: Runner | None = None
    defines: bool = False
    unseen: Unseen = field(default_factory=Unseen)
    _placed: dict[Runner, tuple[Pipeline, ...]] = field(default_factory=dict, repr=False)

    def on(self, runner: Runner | None) -> tuple[Pipeline, ...]:
        """The pipelines on a runner that others choose for them: the same ones each time."""
        if runner is None:
            return self.pipelines
        if runner not in self._placed:
            placed = (replace(one, runner=runner) for one in self.pipelines)
            self._placed[runner] = tuple(placed)
        return self._placed[runner]

    def without_definitions(self) -> Reading:
        """The same without what holds on to trees."""
        return replace(self, definitions=(), defines=bool(self.definitions))


def read(
    text: str,
    path: str,
    hints: Sequence[Hint] = (),
    project: Project = NO_PROJECT,
    wrappers: tuple[UdfWrapper, ...] = (),
    layout: Layout | None = None,
    *,
    sketched: bool = False,
) -> Reading:
    """Read the pipelines that a program builds, without running any of it.

    `hints` are those of the file itself. Modules of the project are followed as they are imported.
    `wrappers` make UDFs. `layout` tells of the pieces that the text is made of. With `sketched` it
    takes a third of the time or less: pipelines and definitions tell what they mean and where they
    stand, but not how to edit them, and whoever looks at how code is written may fail.

    Raises:
        SourceSyntaxError: when the text is no Python program.
    """
    document = Document(path, text, layout)
    located = tuple(replace(one, span=document.located(one.span)) for one in hints)

    def work() -> Reading:
        root = SourceFile(document, located, sketched=sketched)
        return _read(root, FileAlone() if project is NO_PROJECT else project, wrappers)

    return with_deep_stack(work)


def _read(root: SourceFile, project: Project, wrappers: tuple[UdfWrapper, ...]) -> Reading:
    session = Session(root)
    session.wrappers = Wrappers(wrappers, project.module_of)
    expressions = Expressions(session)
    definitions = Definitions(session, expressions)
    foresight = Foresight(session, expressions)
    functions = Functions(session, expressions, foresight)
    making = UdfMaking(session, definitions)
    calls = Calls(session, expressions, functions, making, foresight)
    storing = Storing(session, expressions, calls)
    statements = Statements(session, expressions, calls, storing, foresight)
    expressions.calls = foresight.calls = calls
    expressions.tasks = functions.tasks
    expressions.storing, functions.statements = storing, statements
    program = session.program = Program(session, project)
    program.statements, program.calls = statements, calls
    state = State(Scope(file=root), {}, session.recorder.past, program.attributes)
    program.enter(root, state.scope)
    complete = True
    try:
        is_marimo = marimo.is_notebook(root.document.text)
        statements.block(marimo.in_order(root.module) if is_marimo else root.module, state)
        program.called_from_afar()
        Uncalled(session, functions, calls, foresight).read(state)
    except (BudgetSpentError, RecursionError):
        # All files nest no deeper than can be followed: it's the following that goes on and on.
        complete = False
    program.closed = True
    session.file = root
    characters = sum(len(file.document.text) for file in session.files)
    keep_program(characters)
    return Reading(
        _as_set(session, project),
        definitions.found,
        complete,
        session.recorder.entries,
        {entry: frozenset(callers) for entry, callers in session.calls.items()},
        characters,
        session.recorder.runner,
        unseen=session.recorder.unseen,
    )


def _as_set(session: Session, project: Project) -> tuple[Pipeline, ...]:
    """The pipelines of a program, as far as nothing is set of Daft that decides otherwise."""
    pipelines = session.recorder.pipelines(session.cluster)
    if not pipelines:
        return ()
    own = (file.document for file in session.files)
    settings = settings_in([*own, *all_leading_to(session.root.document, project)], project)
    return tuple(as_set(one, settings) for one in pipelines)
