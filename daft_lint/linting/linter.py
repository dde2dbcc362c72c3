"""Lint a document, or judge pipelines that stand in none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.documents.pragmas import read_pragmas
from daft_lint.documents.project import NO_PROJECT, KnownFiles
from daft_lint.judgement import ABOUT_WORK
from daft_lint.judging.suppression import Comments, silence
from daft_lint.linting.checking import found_by_rules, found_in_module, found_in_pipelines, guarded
from daft_lint.linting.linted import Linted
from daft_lint.linting.own_findings import (
    INVALID_PRAGMA,
    UNREAD,
    broken_pieces,
    codes_that_ran,
    of_no_use,
    own_finding,
    unread_cells,
    unused_suppressions,
)
from daft_lint.linting.read import Read, is_known_of
from daft_lint.linting.selection import (
    comments_elsewhere,
    each_once,
    in_document,
    is_unsure,
    is_wanted,
    reconciled,
    with_ends_of,
)
from daft_lint.records import replace
from daft_lint.registry import rules_for
from daft_lint.rule import Cases
from daft_lint.syntax.deep_stack import with_deep_stack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project
    from daft_lint.findings import Finding
    from daft_lint.judgement import Judgement
    from daft_lint.judging.suppression import Silenced
    from daft_lint.judging.usual_cluster import OnCluster
    from daft_lint.plan.span import Span
    from daft_lint.rule import Case, Rule
    from daft_lint.rule_parts.rule_failures import RuleFailure
    from daft_lint.settings import Settings


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

    of_module = found_in_module(document, settings, project, rules, failures)
    of_rules, read = found_by_rules(
        document, pragmas, settings, project, rules, of_module, failures
    )
    pieces = [
        *broken_pieces(document),
        *(
            own_finding(INVALID_PRAGMA, pragma.span, pragma.message)
            for pragma in (
                *pragmas.invalid,
                *of_no_use(pragmas.hints, read, document, settings, project),
            )
        ),
    ]

    def silenced_in(of_rules: Sequence[Finding]) -> Silenced:
        found = [*in_document(document, of_rules), *pieces]
        return silence(
            found,
            Comments.of(document.path, document.text, pragmas.suppressions),
            comments_elsewhere(found, document, project, known),
            [of_rule for of_rule in of_rules if of_rule.span.path != document.path],
        )

    silenced = silenced_in(of_rules)
    kept = [*each_once(silenced.kept)]
    unread = any(of_rule.code in UNREAD for of_rule in of_rules)
    if read.bound is None and not unread and is_known_of(document, project):
        kept += unused_suppressions(
            silenced, rules, codes_that_ran(rules, settings, failures), document
        )
    wanted = [
        with_ends_of(document, finding)
        for finding in kept
        if is_wanted(finding, document.path, settings)
    ]
    findings = reconciled(sorted(wanted, key=lambda finding: finding.sort_key), read, rules)
    hidden = [finding for finding in kept if is_unsure(finding, document.path, settings)]
    # What a comment silences is as unsure as it would be without it.
    unsure = [
        finding for finding in each_once(of_rules) if is_unsure(finding, document.path, settings)
    ]

    def shown_with(other: Settings) -> set[tuple[str, Span]]:
        asked = [rule for rule in rules if rule.depends_on_cluster]
        found = found_in_pipelines(
            document, asked, read.with_settings(other), settings, of_module, []
        )
        kept = each_once(silenced_in(found).kept)
        shown = (finding for finding in kept if is_wanted(finding, document.path, settings))
        return {(finding.code, document.located(finding.span)) for finding in shown}

    judges = _judges_work(rules, settings)
    return Linted(
        findings,
        silenced.count,
        tuple(failures),
        bound=read.bound,
        judgements=(
            *_judgements(read, document.path, of_rules, unsure),
            *unread_cells(document),
        )
        if judges
        else (),
        hidden=len(hidden),
        on_cluster=_on_cluster(read, findings, settings, project, shown_with)
        if judges and compares
        else None,
        unread=read.unread,
        told=_told(read, settings),
    )


def _told(read: Read, settings: Settings) -> tuple[str, ...]:
    """The patterns of sources in settings that some source fits."""
    facts = {fact.match: fact for fact in settings.sources}
    sources = (source for case in read.cases for source in case.pipeline.plan.sources)
    paths = {source.path for source in sources if source.path} if facts else set()
    return tuple(match for match, fact in facts.items() if any(map(fact.matches, paths)))


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
        for finding in guarded(rule, read, failures)
    ]
    once = tuple(each_once(found))
    wanted = [finding for finding in once if is_wanted(finding, finding.span.path, settings)]
    findings = tuple(sorted(wanted, key=lambda finding: finding.sort_key))
    hidden = [finding for finding in once if is_unsure(finding, finding.span.path, settings)]
    paths = dict.fromkeys(work.call.span.path for case in cases for work in case.prediction.work)
    judged = (judgement for path in paths for judgement in _judgements(read, path, found, hidden))
    return Linted(findings, failures=tuple(failures), judgements=tuple(judged), hidden=len(hidden))


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
