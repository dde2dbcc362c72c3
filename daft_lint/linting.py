"""The way from one document to its findings: read, predict, judge, silence, filter."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from daft_lint.daft_api.operators import is_action
from daft_lint.documents.comment_removal import without_selector
from daft_lint.documents.document import may_build
from daft_lint.documents.embedded_code import python_left_out
from daft_lint.documents.layout import FileKind
from daft_lint.documents.pragmas import Pragmas, read_pragmas
from daft_lint.documents.project import NO_PROJECT, KnownFiles, Project, is_test_file
from daft_lint.findings import Confidence, Edit, Finding, Fix, Related, Safety, Severity
from daft_lint.judgement import ABOUT_WORK, Judgement, Status
from daft_lint.judging.run_context import in_context
from daft_lint.judging.suppression import Comments, Silenced, silence
from daft_lint.modules.prefilter import Sought, judged_in
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, replace
from daft_lint.registry import all_rules, built_in, rules_for
from daft_lint.rule import Cases
from daft_lint.rule_parts.rule_failures import RuleFailure
from daft_lint.syntax.deep_stack import with_deep_stack
from daft_lint.syntax.source import SourceSyntaxError
from daft_lint.syntax.validation import check

if TYPE_CHECKING:
    from daft_lint.baselines.baseline import Baseline, Known
    from daft_lint.documents.document import Document
    from daft_lint.documents.hints import Hint, InvalidPragma
    from daft_lint.judging.usual_cluster import OnCluster
    from daft_lint.pipelines.program import Program
    from daft_lint.pipelines.reading import Reading
    from daft_lint.pipelines.source_locations import Locations
    from daft_lint.rule import Case, Definition, Module, Rule
    from daft_lint.settings import Settings

SYNTAX_ERROR = "DFT900"
NEWER_SYNTAX = "DFT903"
UNREAD = frozenset({SYNTAX_ERROR, NEWER_SYNTAX})
"""Findings of files where nothing else is read."""
UNUSED_SUPPRESSION = "DFT901"
INVALID_PRAGMA = "DFT902"


@dataclass(frozen=True, slots=True)
class Linted:
    """What linting one document gave.

    `suppressed` counts the findings that comments silenced. `failures` are the rules that raised.
    `known` are findings that a baseline knows, so that they aren't reported. `complete` is false
    when it took too much work to follow the document to its end: there may be more to find.
    `judgements` tell of each piece of work in it how it was judged. `hidden` counts the findings
    that are less sure than what is asked for. `on_cluster` tells what a Ray cluster changes, where
    settings leave that open and it was asked for. `unread` are modules that can't be read and that
    its frames come from.
    """

    findings: tuple[Finding, ...]
    suppressed: int = 0
    failures: tuple[RuleFailure, ...] = ()
    known: tuple[Finding, ...] = ()
    complete: bool = True
    judgements: tuple[Judgement, ...] = ()
    hidden: int = 0
    on_cluster: OnCluster | None = None
    unread: tuple[str, ...] = ()

    def without_known(self, baseline: Baseline, known_as: Callable[[Finding], Known]) -> Linted:
        """The same, with what a baseline knows set apart; what can't be read is never known."""
        from daft_lint.baselines.baseline import compared

        errors = tuple(finding for finding in self.findings if finding.code in UNREAD)
        others = (finding for finding in self.findings if finding.code not in UNREAD)
        new, known = compared(others, baseline, known_as)
        return replace(self, findings=(*errors, *new), known=known)


@dataclass(frozen=True, slots=True)
class Read:
    """What rules judge: the pipelines that pass a document, and the UDFs that it defines.

    What is found elsewhere in these pipelines is for the documents that it is found in. `complete`
    is false where the document wasn't followed to its end. `unread` are the modules that frames of
    it come from and that can't be read.
    """

    cases: tuple[Case, ...] = ()
    complete: bool = True
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


def lint(
    document: Document,
    settings: Settings,
    project: Project = NO_PROJECT,
    rules: Iterable[Rule] | None = None,
    *,
    on_cluster: bool = False,
) -> Linted:
    """Lint one document. What `project` knows of other files may be asked for by rules.

    `rules` are those that may be selected, `rules_for(settings)` if not given. What a Ray cluster
    changes is worked out where `on_cluster` asks for it.

    Raises:
        RulesError: when those can't be loaded.
    """
    return with_deep_stack(lambda: _linted(document, settings, project, rules, compares=on_cluster))


def _linted(
    document: Document,
    settings: Settings,
    project: Project,
    rules: Iterable[Rule] | None,
    *,
    compares: bool,
) -> Linted:
    if project is NO_PROJECT:
        # It is read once for all rules.
        project = KnownFiles()
    rules = rules_for(settings) if rules is None else tuple(rules)
    failures: list[RuleFailure] = []
    known = [(rule.code, rule.name) for rule in rules]
    pragmas = read_pragmas(document.text, document.path, known)

    of_module = _of_module(document, settings, project, rules, failures)
    of_rules, read = _of_rules(document, pragmas, settings, project, rules, of_module, failures)
    pieces = [
        *_broken_pieces(document),
        *(
            _own(INVALID_PRAGMA, pragma.span, pragma.message)
            for pragma in (
                *pragmas.invalid,
                *_of_no_use(pragmas.hints, read, document, settings, project),
            )
        ),
    ]

    def silenced_in(of_rules: Sequence[Finding]) -> Silenced:
        found = [*_in(document, of_rules), *pieces]
        return silence(
            found,
            Comments.of(document.path, document.text, pragmas.suppressions),
            _comments_elsewhere(found, document, project, known),
            [of_rule for of_rule in of_rules if of_rule.span.path != document.path],
        )

    silenced = silenced_in(of_rules)
    kept = [*_each_once(silenced.kept)]
    unread = any(of_rule.code in UNREAD for of_rule in of_rules)
    if read.complete and not unread and _is_known_of(document, project):
        kept += _unused(silenced, rules, _judged(rules, settings, failures), document)
    wanted = [
        _with_ends_of(document, finding)
        for finding in kept
        if _is_wanted(finding, document.path, settings)
    ]
    findings = _reconciled(sorted(wanted, key=lambda finding: finding.sort_key), read, rules)
    hidden = [finding for finding in kept if _is_unsure(finding, document.path, settings)]
    # What a comment silences is as unsure as it would be without it.
    unsure = [
        finding for finding in _each_once(of_rules) if _is_unsure(finding, document.path, settings)
    ]

    def shown_with(other: Settings) -> set[tuple[str, Span]]:
        asked = [rule for rule in rules if rule.depends_on_cluster]
        found = _of_pipelines(document, asked, read.with_settings(other), settings, of_module, [])
        kept = _each_once(silenced_in(found).kept)
        shown = (finding for finding in kept if _is_wanted(finding, document.path, settings))
        return {(finding.code, document.located(finding.span)) for finding in shown}

    judges = _judges_work(rules, settings)
    return Linted(
        findings,
        silenced.count,
        tuple(failures),
        complete=read.complete,
        judgements=(
            *_judgements(read, document.path, of_rules, unsure),
            *_unread_cells(document),
        )
        if judges
        else (),
        hidden=len(hidden),
        on_cluster=_on_cluster(read, findings, settings, project, shown_with)
        if judges and compares
        else None,
        unread=read.unread,
    )


def _on_cluster(
    read: Read,
    shown: Sequence[Finding],
    settings: Settings,
    project: Project,
    shown_with: Callable[[Settings], set[tuple[str, Span]]],
) -> OnCluster | None:
    """What a Ray cluster changes of what is `shown`; None where settings choose a runner."""
    if not any(case.prediction.work for case in read.cases):
        return None
    from daft_lint.judging.usual_cluster import is_left_open, on_cluster, settings_on_cluster

    if not is_left_open(read.cases, settings):
        return None
    there = shown_with(settings_on_cluster(settings, project))
    here = {(finding.code, finding.span) for finding in shown}
    return on_cluster(read.cases, len(there - here))


def _reconciled(found: Sequence[Finding], read: Read, rules: Sequence[Rule]) -> tuple[Finding, ...]:
    """The findings, with fixes that fit together."""
    pipelines = [id(finding.pipeline) for finding in found if finding.pipeline is not None]
    if len(set(pipelines)) == len(pipelines):
        return tuple(found)
    from daft_lint.judging.reconciliation import reconciled

    return reconciled(found, read.cases, {rule.code: rule for rule in rules})


def _of_no_use(
    hints: Sequence[Hint], read: Read, document: Document, settings: Settings, project: Project
) -> Iterator[InvalidPragma]:
    """Hints that reach no pipeline, or say something else of a source than what Daft makes of it.

    Tests aren't read for them.
    """
    if not hints or is_test_file(document.path):
        return
    from daft_lint.modules.hint_facts import refused
    from daft_lint.pipelines.program import programs_of

    sources = (source for case in read.cases for source in case.pipeline.plan.sources)
    own = (source for source in sources if source.span.path == document.path)
    yield from refused(hints, dict.fromkeys(own))
    if read.cases and read.complete and not read.unread:
        module = programs_of(project, settings.udf_wrappers).infer.modules.of(document)
        pipelines = [case.pipeline for case in read.cases]
        called = {call.place[0] for call in module.index.calls}
        yield from module.hints.idle(pipelines, document.path, called)


def judge(cases: Sequence[Case], settings: Settings) -> Linted:
    """Judge pipelines that stand in no document, such as the plan of a live DataFrame.

    Raises:
        RulesError: as `lint` does.
    """
    failures: list[RuleFailure] = []
    together = Cases(cases)
    read = Read(tuple(replace(case, document=together) for case in cases))
    found = [
        finding
        for rule in rules_for(settings)
        if settings.selects(rule.code, rule.name)
        for finding in _guarded(rule, read, failures)
    ]
    once = tuple(_each_once(found))
    wanted = [finding for finding in once if _is_wanted(finding, finding.span.path, settings)]
    findings = tuple(sorted(wanted, key=lambda finding: finding.sort_key))
    hidden = [finding for finding in once if _is_unsure(finding, finding.span.path, settings)]
    paths = dict.fromkeys(work.call.span.path for case in cases for work in case.prediction.work)
    judged = (judgement for path in paths for judgement in _judgements(read, path, found, hidden))
    return Linted(findings, failures=tuple(failures), judgements=tuple(judged), hidden=len(hidden))


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
    sought = Sought.OURS if _are_known(rules, settings) else Sought.ANYTHING
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

    return Read(tuple(cases), reading.complete, definitions, with_settings, reading.unread)


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
    return Read(complete=read.complete, unread=read.unread)


def _is_worth_reading(document: Document, project: Project, sought: Sought) -> bool:
    if not (document.imports_daft or _is_reached(document, project)):
        return False
    if sought is Sought.ANYTHING:
        return True
    return sought.may_be_in(document, project)


def _is_known_of(document: Document, project: Project) -> bool:
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


def _of_rules(
    document: Document,
    pragmas: Pragmas,
    settings: Settings,
    project: Project,
    rules: Iterable[Rule],
    of_module: Sequence[Finding],
    failures: list[RuleFailure],
) -> tuple[list[Finding], Read]:
    """What the selected rules find; one that raises goes to `failures`, the others go on.

    And what they judged.
    """
    sought = _sought(pragmas, settings, _about_pipelines(rules, settings))
    if sought is Sought.OURS:
        sought = judged_in(document, project)
    try:
        read = read_for_rules(document, settings, project, sought=sought)
    except SourceSyntaxError as error:
        span = Span(document.path, error.line, error.column, error.line, error.column + 1)
        code = SYNTAX_ERROR if error.needs is None else NEWER_SYNTAX
        return [_own(code, span, error.message)], Read()
    return _of_pipelines(document, rules, read, settings, of_module, failures), read


def _of_pipelines(
    document: Document,
    rules: Iterable[Rule],
    read: Read,
    settings: Settings,
    of_module: Sequence[Finding],
    failures: list[RuleFailure],
) -> list[Finding]:
    """What rules find in a document that was read, beside what they found in the file itself."""
    selected = _about_pipelines(rules, settings)
    found = [finding for rule in selected for finding in _guarded(rule, read, failures)]
    return [*of_module, *_if_it_runs(document, found, of_module)]


def _about_pipelines(rules: Iterable[Rule], settings: Settings) -> list[Rule]:
    """The selected rules about pipelines and definitions."""
    return [
        rule
        for rule in rules
        if settings.selects(rule.code, rule.name)
        and (rule.check or rule.check_definition or not rule.check_module)
    ]


def _of_module(
    document: Document,
    settings: Settings,
    project: Project,
    rules: Iterable[Rule],
    failures: list[RuleFailure],
) -> list[Finding]:
    """What selected rules about files find; one that raises goes to `failures`."""
    checking = [
        rule
        for rule in rules
        if rule.check_module is not None and settings.selects(rule.code, rule.name)
    ]
    if not checking or not document.imports_daft:
        return []
    from daft_lint.rule import Module

    knows_daft = settings.origin("daft-version") is not None
    version, required = settings.daft_version, settings.requirement
    if required is not None:
        # Which names a release has is known of older ones than those that work is judged for.
        version = min(version, required.version)
    module = Module(document, project, version, knows_daft, settings.udf_wrappers)
    return [finding for rule in checking for finding in _guarded_in(rule, module, failures)]


def _guarded_in(rule: Rule, module: Module, failures: list[RuleFailure]) -> Iterator[Finding]:
    try:
        yield from rule.findings_in(module)
    except SourceSyntaxError:
        return  # It needs a tree, and the file has none: that is a finding of its own.
    except (Exception, SystemExit) as error:
        failures.append(RuleFailure(rule, error))


def _if_it_runs(
    document: Document, findings: Iterable[Finding], of_module: Iterable[Finding]
) -> Iterator[Finding]:
    """Findings about pipelines, marked where the code surely raises before that."""
    stops = (finding for finding in of_module if finding.severity is Severity.ERROR)
    first = min(
        (stop for stop in stops if stop.confidence is Confidence.CERTAIN),
        key=lambda stop: stop.sort_key,
        default=None,
    )
    for finding in findings:
        if first is None or finding.pipeline is None or finding.span.path != first.span.path:
            yield finding
            continue
        line = document.located(first.span).line_from(finding.span)
        assumption = f"{line} is fixed first: until then, the code can't run ({first.code})"
        yield replace(
            finding,
            confidence=min(finding.confidence, Confidence.LIKELY),
            assumptions=(*finding.assumptions, assumption),
        )


def _sought(pragmas: Pragmas, settings: Settings, rules: Iterable[Rule]) -> Sought:
    """What has to be found in a document for a finding that is wanted, or of use to a comment."""
    # What a comment silences may be found in another file, with a place in this one.
    blanket = all(suppression.blanket for suppression in pragmas.suppressions)
    if not (blanket and _are_known(rules, settings)):
        return Sought.ANYTHING
    return Sought.OURS


def _are_known(rules: Iterable[Rule], settings: Settings) -> bool:
    """Whether we know what the rules judge: definitions, files, or pipelines with work.

    Functions that settings name are called anything. Rules of others that say nothing else may be
    about any pipeline, and so may ours.
    """
    ours = {rule.code for rule in built_in()}
    known = all(rule.needs_work or (rule.check is None and rule.code in ours) for rule in rules)
    return known and not settings.udf_wrappers


def _guarded(rule: Rule, read: Read, failures: list[RuleFailure]) -> Iterator[Finding]:
    try:
        yield from _found_by(rule, read)
    except (Exception, SystemExit) as error:
        failures.append(RuleFailure(rule, error))


def _in(document: Document, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings that are about a document: a pipeline that passes it may lead elsewhere too."""
    return (finding for finding in findings if finding.span.path == document.path)


def _comments_elsewhere(
    findings: Iterable[Finding],
    document: Document,
    project: Project,
    known: Sequence[tuple[str, str]],
) -> Iterator[Comments]:
    """The suppressions in the other files that findings have places in."""
    places = (span.path for finding in findings for span in finding.spans)
    for path in dict.fromkeys(place for place in places if place != document.path):
        other = project.document(path)
        if other is not None:
            suppressions = read_pragmas(other.text, path, known).suppressions
            yield Comments.of(path, other.text, suppressions)


def _broken_pieces(document: Document) -> Iterator[Finding]:
    """The cells of a notebook that are no Python; what is no Python in Markdown is none."""
    if document.layout is not None:
        for message, span in document.layout.broken(document.path):
            yield _own(SYNTAX_ERROR, span, message)


def _found_by(rule: Rule, read: Read) -> Iterator[Finding]:
    for case in read.cases:
        yield from rule.findings(case)
    for definition in read.definitions if rule.check_definition is not None else ():
        yield from rule.findings_of(definition)


def _each_once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """One finding a rule and place: a helper called twice is read twice. The surest one stays.

    It tells too what is as sure of other UDFs that may be called there.
    """
    found: dict[tuple[str, Span], list[Finding]] = {}
    for finding in findings:
        found.setdefault((finding.code, finding.span), []).append(finding)
    for same in found.values():
        best = max(same, key=lambda finding: (finding.confidence, finding.severity))
        others = (finding for finding in same if finding.confidence >= best.confidence)
        yield replace(best, related=(*best.related, *_of_other_udfs(best, others)))


def _of_other_udfs(finding: Finding, others: Iterable[Finding]) -> Iterator[Related]:
    """Findings of other UDFs at the same place, each where its UDF is defined."""
    reported = {finding.call.udf.span} if finding.call is not None else set()
    for other in others if reported else ():
        if other.call is not None and other.call.udf.span not in reported:
            reported.add(other.call.udf.span)
            yield Related(other.call.udf.span, f"may be called there too: {other.message}")


def _own(code: str, span: Span, message: str, fixes: tuple[Fix, ...] = ()) -> Finding:
    """A finding of the linting itself."""
    name = next(rule.name for rule in all_rules() if rule.code == code)
    severity = Severity.ERROR if code == SYNTAX_ERROR else Severity.WARNING
    return Finding(code, name, message, span, severity, Confidence.CERTAIN, fixes=fixes)


def _judged(
    rules: Iterable[Rule], settings: Settings, failures: Iterable[RuleFailure]
) -> frozenset[str]:
    """The codes of the rules that ran to their end."""
    failed = {failure.rule.code for failure in failures}
    ran = (rule.code for rule in rules if settings.selects(rule.code, rule.name))
    return frozenset(ran) - failed


def _unused(
    silenced: Silenced, rules: Iterable[Rule], judged: frozenset[str], document: Document
) -> Iterator[Finding]:
    """Suppressions of rules that ran and found nothing there."""
    others = [rule for rule in rules if rule.code not in judged]

    @cache
    def ran(selector: str) -> bool:
        start = selector.upper()
        return not any(
            selector in (rule.code, rule.name) or rule.code.startswith(start) for rule in others
        )

    for suppression, selector in silenced.unused:
        if ran(selector):
            message = f"`{selector}` is suppressed here, but it finds nothing"
            edit = without_selector(document, suppression, selector)
            fix = Fix(f"remove `{selector}`", Safety.SAFE, (edit,))
            yield _own(UNUSED_SUPPRESSION, suppression.span, message, (fix,))


def _with_ends_of(document: Document, finding: Finding) -> Finding:
    """The finding, its fixes in the line ends of the file."""
    fixes = tuple(
        replace(fix, edits=tuple(_with_line_ends(edit, document) for edit in fix.edits))
        for fix in finding.fixes
    )
    return _in_pieces(replace(finding, fixes=fixes), document)


def _in_pieces(finding: Finding, document: Document) -> Finding:
    """The finding with the cells that its places stand in; a fix of what is no code is a sketch."""
    if document.layout is None:
        return finding
    return replace(
        finding,
        span=document.located(finding.span),
        related=tuple(
            replace(related, span=document.located(related.span)) for related in finding.related
        ),
        fixes=tuple(_fix_in_pieces(fix, document) for fix in finding.fixes),
    )


def _fix_in_pieces(fix: Fix, document: Document) -> Fix:
    for edit in fix.edits:
        span = edit.span
        if span.path == document.path and not document.takes(
            document.offset(*span.start), document.offset(*span.end)
        ):
            return replace(fix, safety=Safety.DISPLAY_ONLY, edits=())
    edits = tuple(replace(edit, span=document.located(edit.span)) for edit in fix.edits)
    return replace(fix, edits=edits)


def _with_line_ends(edit: Edit, document: Document) -> Edit:
    """The edit with the line ends of the file, whatever rules write."""
    if edit.span.path != document.path or "\n" not in edit.text or "\r" in edit.text:
        return edit
    return replace(edit, text=edit.text.replace("\n", document.line_end))


def _judges_work(rules: Iterable[Rule], settings: Settings) -> bool:
    """Whether a rule about work is selected: who asks for a migration alone wants nothing else."""
    selected = (rule.code for rule in rules if settings.selects(rule.code, rule.name))
    return any(code.startswith(ABOUT_WORK) for code in selected)


def _judgements(
    read: Read, path: str, findings: Sequence[Finding], hidden: Iterable[Finding]
) -> tuple[Judgement, ...]:
    """How the work in a file was judged, with the findings shown and hidden."""
    if not any(case.has_work for case in read.cases):
        return ()
    from daft_lint.judging.judged_work import judgements

    unsure = {(finding.code, finding.span) for finding in hidden}
    about = [(finding, (finding.code, finding.span) in unsure) for finding in findings]
    return judgements(read.cases, path, about)


def _unread_cells(document: Document) -> Iterator[Judgement]:
    """Cells of a notebook that run frames and aren't read: their work is open."""
    if document.layout is None or document.layout.kind is not FileKind.NOTEBOOK:
        return
    if not document.holds("daft"):
        return
    broken = {span.cell for _, span in document.layout.broken(document.path)}
    for source, span in document.unread:
        found = python_left_out(source) if span.cell not in broken else None
        if found is not None and any(map(_runs_frame, ast.walk(found[0]))):
            result = f"daft-lint doesn't read code {found[1]}: take that away to have it judged"
            yield Judgement(span, "unread code", Status.OPEN, result)


def _runs_frame(node: ast.AST) -> bool:
    """Whether a call has the name of a method that runs a frame."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name)):
            return is_action(name)
    return False


def _is_unsure(finding: Finding, path: str, settings: Settings) -> bool:
    """Whether a finding would be reported if possible ones were asked for."""
    unsure = finding.confidence < settings.min_confidence
    return unsure and _is_wanted(
        replace(finding, confidence=settings.min_confidence), path, settings
    )


def _is_wanted(finding: Finding, path: str, settings: Settings) -> bool:
    return (
        finding.confidence >= settings.min_confidence
        and finding.severity >= settings.min_severity
        and settings.selects(finding.code, finding.name)
        and not settings.ignores(path, finding.code, finding.name)
    )
