"""What the selected rules find in a document; one that raises stops no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.findings import Confidence, Severity
from daft_lint.linting.own_findings import NEWER_SYNTAX, SYNTAX_ERROR, own_finding
from daft_lint.linting.read import Read, are_known, read_for_rules
from daft_lint.modules.prefilter import Sought, judged_in
from daft_lint.plan.span import Span
from daft_lint.records import replace
from daft_lint.rule_parts.rule_failures import RuleFailure
from daft_lint.syntax.source import SourceSyntaxError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from daft_lint.documents.document import Document
    from daft_lint.documents.pragmas import Pragmas
    from daft_lint.documents.project import Project
    from daft_lint.findings import Finding
    from daft_lint.rule import Module, Rule
    from daft_lint.settings import Settings


def found_by_rules(
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
        return [own_finding(code, span, error.message)], Read()
    return found_in_pipelines(document, rules, read, settings, of_module, failures), read


def found_in_pipelines(
    document: Document,
    rules: Iterable[Rule],
    read: Read,
    settings: Settings,
    of_module: Sequence[Finding],
    failures: list[RuleFailure],
) -> list[Finding]:
    """What rules find in a document that was read, beside what they found in the file itself."""
    selected = _about_pipelines(rules, settings)
    found = [finding for rule in selected for finding in guarded(rule, read, failures)]
    return [*of_module, *_if_it_runs(document, found, of_module)]


def _about_pipelines(rules: Iterable[Rule], settings: Settings) -> list[Rule]:
    """The selected rules about pipelines and definitions."""
    return [
        rule
        for rule in rules
        if settings.selects(rule.code, rule.name)
        and (rule.check or rule.check_definition or not rule.check_module)
    ]


def found_in_module(
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
    if not (blanket and are_known(rules, settings)):
        return Sought.ANYTHING
    return Sought.OURS


def guarded(rule: Rule, read: Read, failures: list[RuleFailure]) -> Iterator[Finding]:
    """What a rule finds in what was read, until it raises: that goes to `failures`."""
    try:
        yield from _found_by(rule, read)
    except (Exception, SystemExit) as error:
        failures.append(RuleFailure(rule, error))


def _found_by(rule: Rule, read: Read) -> Iterator[Finding]:
    for case in read.cases:
        yield from rule.findings(case)
    for definition in read.definitions if rule.check_definition is not None else ():
        yield from rule.findings_of(definition)
