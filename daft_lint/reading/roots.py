"""The programs that a file is part of: itself, and every file that leads to it by imports."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING

from daft_lint.daft_api.sources import unknown_source
from daft_lint.documents.document import Document, imports_daft
from daft_lint.documents.pragmas import read_pragmas
from daft_lint.inference.entry_points import Entry, taken
from daft_lint.modules.behaviour import may_lead_to
from daft_lint.modules.import_graph import MOST_ROOTS, all_leading_to, imported_by
from daft_lint.plan.cluster import Runner, RunnerKind
from daft_lint.plan.pipeline import Pipeline, Plan
from daft_lint.reading.reader import Reading, read
from daft_lint.syntax.source import SourceSyntaxError
from daft_lint.syntax.validation import check

if TYPE_CHECKING:
    from daft_lint.documents.hints import Hint
    from daft_lint.documents.project import Project
    from daft_lint.plan.wrapper import UdfWrapper


# Characters of all files that are looked into for the programs around one file.
_MOST_CHARACTERS = 3_000_000


@dataclass(frozen=True, slots=True)
class Program:
    """The pipelines of a program, without those of functions that are called in sight."""

    path: str
    pipelines: tuple[Pipeline, ...]
    complete: bool = True

    def passes(self, path: str) -> bool:
        """Whether a pipeline of it passes a file."""
        return any(span.path == path for pipeline in self.pipelines for span in pipeline.spans)


def read_own(
    document: Document,
    hints: Sequence[Hint],
    project: Project,
    wrappers: tuple[UdfWrapper, ...] = (),
) -> Reading:
    """What a file does as a program of its own: nothing, where Daft is nowhere among its imports.

    Raises:
        SourceSyntaxError: when it is no Python program.
    """
    if not (wrappers or imports_daft(document.text) or project.leads_to_daft(document.path)):
        check(document.text)
        return Reading(())
    read_anew = partial(_read, document, tuple(hints), wrappers=wrappers)
    if not any(True for _ in imported_by(document, project)):
        # Nobody else reads it as a program around another file.
        return read_anew(project)
    whole: list[Reading] = []

    def first(asked: Project) -> Reading:
        whole.append(read_anew(asked))
        return whole[0].without_definitions()

    known = project.once(_key(document, wrappers), first)
    if whole:
        return whole[0]
    # Nobody keeps definitions, which hold on to trees.
    return read_anew(project) if known is None or known.defines else known


def programs_around(
    document: Document,
    own: Reading,
    project: Project,
    wrappers: tuple[UdfWrapper, ...] = (),
) -> tuple[Program, ...]:
    """The program of a file, which was read as `own`, and then those that pass the file too.

    What a function does is known from its callers, so it is left out as a way into its file where
    some are in sight. Where none are, as of one that is called through a table, it runs on what the
    programs around it choose. Tests show what a test does, and no more.
    """
    around = list(_read_around(document, project, wrappers))
    needed = _needed([own, *(reading for _, reading in around)])
    runner = _chosen_around(document, around, project)
    programs = [Program(document.path, _without(own, needed, runner))]
    found = (Program(root.path, _without(reading, needed, runner)) for root, reading in around)
    programs += (program for program in found if program.passes(document.path))
    return tuple(programs)


def unseen_around(
    document: Document,
    own: Reading,
    programs: Sequence[Program],
    project: Project,
    wrappers: tuple[UdfWrapper, ...] = (),
) -> tuple[Pipeline, ...]:
    """The steps in a file that frames pass which nobody knows, in it and the programs around it.

    What a function is given is known from its callers, where some are in sight. A method of what
    isn't known may be any of that name that `programs` pass.
    """
    readings = [own, *(reading for _, reading in _read_around(document, project, wrappers))]
    passed = [
        (entry, pipeline)
        for reading in readings
        for entry, pipeline in reading.unseen.passed
        if any(step.span.path == document.path for step in pipeline.plan.operators)
    ]
    methods = _methods_in(document, programs)
    asked = [pair for reading in readings for pair in reading.unseen.asked if pair[1] in methods]
    more = {entry for entry, _ in (*passed, *asked)}
    needed = {None, *_needed(readings, more)} if more else {None}
    called = {name for entry, name in asked if entry in needed}
    return (
        *(pipeline for entry, pipeline in passed if entry in needed),
        *(pipeline for name, found in methods.items() if name in called for pipeline in found),
    )


def _methods_in(document: Document, programs: Sequence[Program]) -> dict[str, list[Pipeline]]:
    """The methods in a file that pipelines pass, and what such a one does with any frame."""
    found: dict[str, list[Pipeline]] = {}
    for pipeline in (pipeline for program in programs for pipeline in program.pipelines):
        steps = [
            operator for operator in pipeline.plan.operators if operator.span.path == document.path
        ]
        for name in dict.fromkeys(step.within for step in steps if step.within is not None):
            own = tuple(step for step in steps if step.within == name)
            plan = Plan(unknown_source("unknown", own[0].span), own)
            runner = Runner(RunnerKind.UNKNOWN, certain=False)
            found.setdefault(name, []).append(Pipeline(name, plan, None, runner))
    return found


def _read_around(
    document: Document, project: Project, wrappers: tuple[UdfWrapper, ...]
) -> Iterator[tuple[Document, Reading]]:
    """The files that lead to a file, and their programs; only the nearest of many."""
    characters = 0
    for root in all_leading_to(document, project):
        if not may_lead_to(root, document, project):
            continue
        reading = _read_once(root, project, wrappers)
        if reading is not None:
            yield root, reading
            characters += reading.characters
            if characters > _MOST_CHARACTERS:
                return


def _needed(readings: Sequence[Reading], more: Set[Entry | None] = frozenset()) -> frozenset[Entry]:
    """The ways in to pipelines, and some `more`, that no other one leads to."""
    called: dict[Entry, set[Entry | None]] = {}
    for reading in readings:
        for entry, callers in reading.called.items():
            called.setdefault(entry, set()).update(callers)
    found = (entry for reading in readings for entry in reading.entries)
    entries = [entry for entry in found if entry is not None]
    entries += sorted(
        (entry for entry in more if entry is not None), key=attrgetter("path", "name")
    )
    calls = {entry: frozenset(callers) for entry, callers in called.items()}
    return taken(sorted(entries, key=attrgetter("path")), calls)


def _chosen_around(
    document: Document, around: Sequence[tuple[Document, Reading]], project: Project
) -> Runner | None:
    """The runner that all programs which a file is part of surely choose; None when one may not."""
    readings = {root.path: reading for root, reading in around}
    leading = all_leading_to(document, project)
    if len(leading) == MOST_ROOTS:
        return None
    chosen: Runner | None = None
    for root in leading:
        if any(importer.path in readings for importer in project.importers(root.path)):
            continue
        reading = readings.get(root.path)
        runner = reading.runner if reading is not None and reading.complete else None
        if runner is None or not runner.certain or runner.kind is not (chosen or runner).kind:
            return None
        chosen = chosen or runner
    return chosen


def _without(
    reading: Reading, needed: frozenset[Entry], runner: Runner | None = None
) -> tuple[Pipeline, ...]:
    """The pipelines by the ways in that are needed; on a runner where the program chooses none."""
    around = runner if reading.runner is None else None
    found = zip(reading.pipelines, reading.on(around), reading.entries, strict=True)
    return tuple(
        pipeline if entry is None else placed
        for pipeline, placed, entry in found
        if entry is None or entry in needed
    )


def _read_once(
    root: Document, project: Project, wrappers: tuple[UdfWrapper, ...]
) -> Reading | None:
    """The program of a file, without its UDF definitions; None when it is no program."""
    hints = tuple(read_pragmas(root.text, root.path, ()).hints)

    def first(asked: Project) -> Reading | None:
        try:
            reading = _read(root, hints, asked, wrappers=wrappers)
        except SourceSyntaxError:
            return None
        return reading.without_definitions()

    return project.once(_key(root, wrappers), first)


def _key(document: Document, wrappers: tuple[UdfWrapper, ...]) -> Hashable:
    """What a program is known by that is read once, as its own or around another one."""
    return _read, document, wrappers


def _read(
    document: Document,
    hints: Sequence[Hint],
    project: Project,
    *,
    wrappers: tuple[UdfWrapper, ...],
) -> Reading:
    text, path, layout = document.text, document.path, document.layout
    return read(text, path, hints, project, wrappers, layout)
