"""The reader of pipelines, in one file and the modules of its project that it uses."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from daft_lint.documents.document import Document
from daft_lint.documents.project import NO_PROJECT, FileAlone, Project
from daft_lint.inference import marimo
from daft_lint.inference.calls import Calls
from daft_lint.inference.daft_calls import DaftCalls
from daft_lint.inference.definitions import Definitions
from daft_lint.inference.entry_points import Entry
from daft_lint.inference.expressions import Expressions
from daft_lint.inference.functions import Functions
from daft_lint.inference.modules import Modules
from daft_lint.inference.objects import Objects
from daft_lint.inference.recorder import Unseen
from daft_lint.inference.run import BudgetSpentError, Run
from daft_lint.inference.statements import Statements
from daft_lint.inference.uncalled import Uncalled
from daft_lint.inference.wrappers import Wrappers
from daft_lint.modules.engine_settings import as_set, settings_in
from daft_lint.modules.import_graph import all_leading_to, with_imported
from daft_lint.modules.source_file import SourceFile
from daft_lint.plan.cluster import Runner
from daft_lint.plan.pipeline import Pipeline
from daft_lint.syntax.deep_stack import with_deep_stack
from daft_lint.udf_code.definitions import UdfDefinition

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
    complete: bool = True
    entries: tuple[Entry | None, ...] = ()
    called: Mapping[Entry, frozenset[Entry | None]] = field(default_factory=dict)
    characters: int = 0
    runner: Runner | None = None
    defines: bool = False
    unseen: Unseen = field(default_factory=Unseen)
    _defined: Callable[[], tuple[UdfDefinition, ...]] = field(default=tuple, repr=False)
    _placed: dict[Runner, tuple[Pipeline, ...]] = field(default_factory=dict, repr=False)

    def on(self, runner: Runner | None) -> tuple[Pipeline, ...]:
        """The pipelines on a runner that others choose for them: the same ones each time."""
        if runner is None:
            return self.pipelines
        if runner not in self._placed:
            placed = (replace(pipeline, runner=runner) for pipeline in self.pipelines)
            self._placed[runner] = tuple(placed)
        return self._placed[runner]

    @property
    def definitions(self) -> tuple[UdfDefinition, ...]:
        """The UDFs that its first file defines, for whoever looks at their code."""
        return self._defined()

    def without_definitions(self) -> Reading:
        """The same without what holds on to trees."""
        return replace(self, _defined=tuple)


def read(
    text: str,
    path: str,
    hints: Sequence[Hint] = (),
    project: Project = NO_PROJECT,
    wrappers: tuple[UdfWrapper, ...] = (),
    layout: Layout | None = None,
) -> Reading:
    """Read the pipelines that a program builds, without running any of it.

    `hints` are those of the file itself. Modules of the project are followed as they are imported.
    `wrappers` make UDFs. `layout` tells of the pieces that the text is made of.

    Raises:
        SourceSyntaxError: when the text is no Python program.
    """
    document = Document(path, text, layout)
    located = tuple(replace(hint, span=document.located(hint.span)) for hint in hints)

    def work() -> Reading:
        asked = FileAlone() if project is NO_PROJECT else project
        return _read(SourceFile(document, located), asked, wrappers)

    return with_deep_stack(work)


def _read(root: SourceFile, project: Project, wrappers: tuple[UdfWrapper, ...]) -> Reading:
    run = Run(root)
    run.wrappers = Wrappers(wrappers, project.module_of)
    run.modules = Modules(run, project)
    objects = Objects(run)
    expressions = Expressions(run, objects)
    definitions = Definitions(run)
    daft = DaftCalls(run, definitions)
    calls = Calls(run, expressions, objects, daft)
    functions = Functions(run, expressions, objects)
    run.value, run.apply, run.attribute = expressions.value, calls.apply, calls.attribute
    run.call, run.make = functions.call, objects.make
    expressions.reads(ast.Call, calls.call)
    expressions.selected = calls.selected
    statements = Statements(run, expressions, calls, objects, daft)
    run.block, run.store = statements.block, statements.store
    run.set_attribute = statements.set_attribute
    run.modules.enter(root, run.scope)
    complete = True
    try:
        is_marimo = marimo.is_notebook(root.document.text)
        run.block(marimo.in_order(root.tree) if is_marimo else root.tree.body)
        run.modules.called_from_afar()
        Uncalled(run, functions, objects).read()
    except (BudgetSpentError, RecursionError):
        # All files nest no deeper than can be followed: it's the following that goes on and on.
        complete = False
    run.modules.closed = True
    run.file = root
    characters = sum(len(file.document.text) for file in run.files)
    return Reading(
        _as_set(run, project),
        complete,
        run.recorder.entries,
        {entry: frozenset(callers) for entry, callers in run.calls.items()},
        characters,
        run.recorder.runner,
        definitions.any,
        run.recorder.unseen,
        partial(with_deep_stack, definitions.found),
    )


def _as_set(run: Run, project: Project) -> tuple[Pipeline, ...]:
    """The pipelines of a program, as far as nothing is set of Daft that decides otherwise."""
    pipelines = run.recorder.pipelines(run.cluster)
    if not pipelines:
        return ()
    own = (file.document for file in run.files)
    around = (*own, *all_leading_to(run.root.document, project))
    settings = settings_in(with_imported(around, project), project)
    return tuple(as_set(pipeline, settings) for pipeline in pipelines)
