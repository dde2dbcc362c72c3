"""From one document to its findings: read, predict, judge, silence, filter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from daft_lint.documents.document import imports_daft
from daft_lint.documents.pragmas import read_pragmas
from daft_lint.documents.tokens import tokenized
from daft_lint.findings import Confidence, Finding, Severity
from daft_lint.plan.span import Span
from daft_lint.reading.syntax import SourceSyntaxError, syntax_error
from daft_lint.registry import all_rules
from daft_lint.silencing import Silenced, silence
from daft_lint.situating import situate

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.hints import Hint
    from daft_lint.rule import Case
    from daft_lint.settings import Settings

SYNTAX_ERROR = "DFT900"
UNUSED_SUPPRESSION = "DFT901"
INVALID_PRAGMA = "DFT902"


@dataclass(frozen=True, slots=True)
class Linted:
    """What linting one document gave: what to report, and how many findings comments silenced."""

    findings: tuple[Finding, ...]
    suppressed: int = 0


def lint(document: Document, settings: Settings) -> Linted:
    """Lint one document."""
    known = [(rule.code, rule.name) for rule in all_rules()]
    pragmas = read_pragmas(document.text, document.path, known)
    found = [
        *_of_pipelines(document, pragmas.hints, settings),
        *(_own(INVALID_PRAGMA, one.span, one.message) for one in pragmas.invalid),
    ]
    tokens = tokenized(document.text) if pragmas.suppressions and found else tokenized("")
    silenced = silence(found, pragmas.suppressions, tokens, document.path)
    kept = [*_each_once(silenced.kept), *_unused(silenced, settings)]
    wanted = [one for one in kept if _is_wanted(one, document.path, settings)]
    return Linted(tuple(sorted(wanted, key=lambda one: one.sort_key)), silenced.count)


def cases_of(document: Document, hints: Iterable[Hint], settings: Settings) -> tuple[Case, ...]:
    """The pipelines of a document, each with what is predicted of it.

    Raises:
        SourceSyntaxError: when the document is no Python program.
    """
    if not imports_daft(document.text):
        error = syntax_error(document.text)
        if error is not None:
            raise error
        return ()
    from daft_lint.reading.reader import read

    reading = read(document.text, document.path, tuple(hints))
    cases = tuple(situate(pipeline, settings) for pipeline in reading.pipelines)
    return tuple(replace(case, document=cases) for case in cases)


def _of_pipelines(
    document: Document, hints: Iterable[Hint], settings: Settings
) -> Iterator[Finding]:
    try:
        cases = cases_of(document, hints, settings)
    except SourceSyntaxError as error:
        span = Span(document.path, error.line, error.column, error.line, error.column + 1)
        yield _own(SYNTAX_ERROR, span, error.message)
        return
    for rule in all_rules():
        if settings.selects(rule.code, rule.name):
            for case in cases:
                yield from rule.findings(case)


def _each_once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """One finding a rule and place: a helper called twice is read twice. The surest one stays."""
    best: dict[tuple[str, Span], Finding] = {}
    for finding in findings:
        known = best.get((finding.code, finding.span))
        if known is None or (known.confidence, known.severity) < (
            finding.confidence,
            finding.severity,
        ):
            best[finding.code, finding.span] = finding
    return iter(best.values())


def _own(code: str, span: Span, message: str) -> Finding:
    """A finding of the linting itself."""
    name = next(rule.name for rule in all_rules() if rule.code == code)
    severity = Severity.ERROR if code == SYNTAX_ERROR else Severity.WARNING
    return Finding(code, name, message, span, severity, Confidence.CERTAIN)


def _unused(silenced: Silenced, settings: Settings) -> Iterator[Finding]:
    """Suppressions of rules that ran and found nothing there."""
    for suppression, selector in silenced.unused:
        ran = [
            rule
            for rule in all_rules()
            if selector in (rule.code, rule.name) or rule.code.startswith(selector.upper())
        ]
        if all(settings.selects(rule.code, rule.name) for rule in ran):
            message = f"`{selector}` is silenced here, but it finds nothing"
            yield _own(UNUSED_SUPPRESSION, suppression.span, message)


def _is_wanted(finding: Finding, path: str, settings: Settings) -> bool:
    return (
        finding.confidence >= settings.min_confidence
        and finding.severity >= settings.min_severity
        and settings.selects(finding.code, finding.name)
        and not settings.ignores(path, finding.code, finding.name)
    )
