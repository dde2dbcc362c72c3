"""What rules judge in a document: its pipelines, as settings see them, and its UDFs."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from daft_lint.documents.document import may_build
from daft_lint.documents.project import NO_PROJECT
from daft_lint.judging.run_context import in_context
from daft_lint.modules.prefilter import Sought
from daft_lint.records import dataclass, replace
from daft_lint.registry import built_in, rules_for
from daft_lint.rule import Cases
from daft_lint.syntax.validation import check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project
    from daft_lint.pipelines.program import Program
    from daft_lint.pipelines.reading import Reading
    from daft_lint.pipelines.source_locations import Locations
    from daft_lint.plan.bound import Bound
    from daft_lint.plan.span import Span
    from daft_lint.rule import Case, Definition, Rule
    from daft_lint.settings import Settings


@dataclass(frozen=True, slots=True)
class Read:
    """What rules judge: the pipelines that pass a document, and the UDFs that it defines.

    What is found elsewhere in these pipelines is for the documents that it is found in. `bound`
    is where the document wasn't followed to its end. `unread` are the modules that frames of
    it come from and that can't be read.
    """

    cases: tuple[Case, ...] = ()
    bound: Bound | None = None
    _defined: Callable[[], tuple[Definition, ...]] = tuple
    _with: Callable[[Settings], Read] | None = None
    unread: tuple[str, ...] = ()

    def with_settings(self, settings: Settings) -> Read:
        """The same document as other settings see it."""
        return self if self._with is None else self._with(settings)

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """The UDFs that the document defines; their code is read on demand."""
        return self._defined()


def cases_of(
    document: Document,
    settings: Settings,
    project: Project = NO_PROJECT,
) -> tuple[Case, ...]:
    """The pipelines that pass a document, each with what is predicted of it.

    Raises:
        SourceSyntaxError: when the document is no Python program.
    """
    return read_for_rules(document, settings, project).cases


def locations_in(
    document: Document, settings: Settings, project: Project = NO_PROJECT
) -> Locations:
    """Where the sources are of the pipelines that `lint` would judge, as far as code tells.

    Raises:
        RulesError: when rules can't be loaded.
        SourceSyntaxError: when the document is no Python program.
    """
    from daft_lint.pipelines.reading import read_around
    from daft_lint.pipelines.source_locations import Locations, locations_of

    rules = [rule for rule in rules_for(settings) if settings.selects(rule.code, rule.name)]
    sought = Sought.OURS if are_known(rules, settings) else Sought.ANYTHING
    if not _is_worth_reading(document, project, sought):
        return Locations()
    reading = read_around(document, project, settings.udf_wrappers, sought)
    return locations_of(document, reading.programs, project)


def read_for_rules(
    document: Document,
    settings: Settings,
    project: Project,
    *,
    sought: Sought = Sought.ANYTHING,
) -> Read:
    """Read a document, but only if there may be something of what is sought.

    Raises:
        SourceSyntaxError: when the document is no Python program.
    """
    if not _is_worth_reading(document, project, sought):
        # What has to do with Daft and can't be read isn't clear of findings.
        check(document.text, newer=not document.imports_daft)
        return Read()
    from daft_lint.pipelines.reading import read_around

    reading = read_around(document, project, settings.udf_wrappers, sought)
    return _read(reading, document, settings, project)


def _read(
    reading: Reading,
    document: Document,
    settings: Settings,
    project: Project,
    others: Settings | None = None,
) -> Read:
    """What was read, as settings see it; where there is no work, as `others` did."""
    found = [_cases(program, document, settings, project, others) for program in reading.programs]

    @cache
    def unseen() -> tuple[Case, ...]:
        return tuple(in_context(pipeline, settings) for pipeline in reading.unseen)

    around = Cases(case for own in found for case in own)
    cases: list[Case] = []
    for own in found:
        apart = around.without(range(len(cases), len(cases) + len(own)))
        cases += [replace(case, others=apart, unseen=unseen) for case in own]

    @cache
    def definitions() -> tuple[Definition, ...]:
        return tuple(_definitions(reading, cases, settings, project))

    def with_settings(other: Settings) -> Read:
        return _read(reading, document, other, project, settings)

    return Read(tuple(cases), reading.bound, definitions, with_settings, reading.unread)


def read_for_work(document: Document, settings: Settings, project: Project) -> Read:
    """Read a document for pipelines that do work; where none does, they are left out.

    Raises:
        SourceSyntaxError: when the document is no Python program.
    """
    # Functions that settings name are called anything.
    sought = Sought.ANYTHING if settings.udf_wrappers else Sought.OURS
    if not sought.may_be_in(document, project):
        check(document.text)
        return Read()
    read = read_for_rules(document, settings, project, sought=sought)
    if any(case.prediction.work for case in read.cases):
        return read
    return Read(bound=read.bound, unread=read.unread)


def _is_worth_reading(document: Document, project: Project, sought: Sought) -> bool:
    if not (document.imports_daft or _is_reached(document, project)):
        return False
    if sought is Sought.ANYTHING:
        return True
    return sought.may_be_in(document, project)


def is_known_of(document: Document, project: Project) -> bool:
    """Whether findings with a place in a document are known: it was read, or has none."""
    if _is_worth_reading(document, project, Sought.ANYTHING):
        return True
    return not project.may_meet_daft(document.path)


def _is_reached(document: Document, project: Project) -> bool:
    """Whether a file that doesn't import Daft may get frames from one that does."""
    data = document.text.encode("utf-8", "replace")
    return may_build(data) and project.may_meet_daft(document.path)


def _cases(
    program: Program,
    document: Document,
    settings: Settings,
    project: Project,
    others: Settings | None = None,
) -> tuple[Case, ...]:
    """The pipelines of a program that pass a document."""
    cases, passing = _situated(program, settings, project, others)
    return cases if program.path == document.path else passing.get(document.path, ())


_Situated = tuple[tuple["Case", ...], dict[str, tuple["Case", ...]]]


def _situated(
    program: Program, settings: Settings, project: Project, others: Settings | None = None
) -> _Situated:
    """What is predicted of a program, once for all files that it passes; and by their paths."""
    key = in_context, id(program), id(settings)
    made_of = project.once(
        key, lambda _: (program, settings, _in_context(program, settings, project, others))
    )
    # An id is given again once its object is gone.
    is_same = made_of[0] is program and made_of[1] is settings
    return made_of[2] if is_same else _in_context(program, settings, project, others)


def _in_context(
    program: Program, settings: Settings, project: Project, others: Settings | None = None
) -> _Situated:
    known = None if others is None else _situated(program, others, project)[0]
    together = Cases(
        known[number]
        if known is not None and known[number].is_known_idle
        else in_context(pipeline, settings)
        for number, pipeline in enumerate(program.pipelines)
    )
    cases = tuple(
        replace(
            case,
            document=together,
            project=project,
            started_by=None if number in program.uncalled else program.path,
        )
        for number, case in enumerate(together)
    )
    passing = {
        path: tuple(cases[place] for place in places) for path, places in program.passed.items()
    }
    return cases, passing


def _definitions(
    reading: Reading, cases: Sequence[Case], settings: Settings, project: Project
) -> Iterator[Definition]:
    """The UDFs that a document defines, each with the places where its pipelines use it."""
    from daft_lint.rule import Definition, Use

    uses: dict[Span | None, list[Use]] = {}
    for case in cases:
        for call in (call for step in case.written_steps for call in step.calls):
            uses.setdefault(call.udf.definition, []).append(Use(case, call))
    for udf in reading.definitions:
        yield Definition(udf, tuple(uses.get(udf.whole, ())), project, settings.daft_version)


def are_known(rules: Iterable[Rule], settings: Settings) -> bool:
    """Whether we know what the rules judge: definitions, files, or pipelines with work.

    Functions that settings name are called anything. Rules of others that say nothing else may be
    about any pipeline, and so may ours.
    """
    ours = {rule.code for rule in built_in()}
    known = all(rule.needs_work or (rule.check is None and rule.code in ours) for rule in rules)
    return known and not settings.udf_wrappers
