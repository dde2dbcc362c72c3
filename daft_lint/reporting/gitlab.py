"""`gitlab`: a Code Quality report, which GitLab shows in merge requests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from daft_lint.findings import Finding, Severity
from daft_lint.plan.bound import Bound
from daft_lint.plan.span import Span
from daft_lint.reporting.fingerprints import digest, finding_digest, numbered
from daft_lint.reporting.json_values import Json, written
from daft_lint.reporting.phrases import unfinished_there
from daft_lint.reporting.printable import on_one_line
from daft_lint.reporting.questions import Question, questions
from daft_lint.reporting.report import Failure, Report, Style

# Those of GitLab are info, minor, major, critical and blocker.
_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.INFO: "minor"}


def render(report: Report, style: Style) -> str:
    """A JSON array in ASCII: a violation per finding, failure, unfinished file and question."""
    found = list(_violations(report))
    fingerprints = numbered(message for _, message in found)
    violations = (violation for violation, _ in found)
    return written(
        [
            {**violation, "fingerprint": fingerprint}
            for violation, fingerprint in zip(violations, fingerprints, strict=True)
        ]
    )


def _violations(report: Report) -> Iterator[tuple[Json, str]]:
    """Each violation, with the part that stays the same when lines move."""
    for finding in report.findings:
        yield _finding(finding), finding_digest(finding, report)
    for failure in report.failures:
        yield _failure(failure), digest(failure.path, "failure", failure.message)
    for bound in report.unfinished:
        yield _unfinished(bound), digest(bound.span.path, "unfinished", bound.more_than)
    for question in questions(report.judgements):
        work = question.first
        line = report.source_line(work.span.path, work.span.line)
        yield _open(question), digest(work.span.path, "open", work.work, (line or "").strip())


def _finding(finding: Finding) -> Json:
    message = f"{_cell(finding.span)}{finding.code} {finding.name}: {finding.message}"
    severity = _SEVERITIES[finding.severity]
    return _violation(finding.code, message, severity, finding.span.path, _line(finding.span))


def _failure(failure: Failure) -> Json:
    return _violation("failure", failure.message, "blocker", failure.path)


def _unfinished(bound: Bound) -> Json:
    message = f"{_cell(bound.span)}{unfinished_there(bound)}"
    return _violation("unfinished", message, "info", bound.span.path, _line(bound.span))


def _open(question: Question) -> Json:
    span = question.first.span
    message = f"{_cell(span)}{question.names}: {question.text}"
    return _violation("open", message, "info", span.path, _line(span))


def _violation(name: str, description: str, severity: str, path: str, line: int = 1) -> Json:
    return {
        "description": on_one_line(description),
        "check_name": name,
        "severity": severity,
        "location": {"path": PurePath(path).as_posix(), "lines": {"begin": line}},
    }


def _line(span: Span) -> int:
    """The line in the file; 1 for a notebook, which is JSON."""
    return 1 if span.cell_number is not None else span.shown.line


def _cell(span: Span) -> str:
    return "" if span.cell_number is None else f"{span.shown_line}: "
