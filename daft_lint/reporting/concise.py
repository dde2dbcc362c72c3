"""`concise`: one line per finding, for editors and for grep."""

from __future__ import annotations

from daft_lint.findings import Finding
from daft_lint.judgement import Judgement
from daft_lint.reporting.alike import as_one
from daft_lint.reporting.phrases import closing_hints, summary
from daft_lint.reporting.printable import on_one_line, place
from daft_lint.reporting.questions import Question, shown_questions, without_rule
from daft_lint.reporting.report import Failure, Report, Style


def render(report: Report, style: Style) -> str:
    """A line per finding, failure and open question, and the summary."""
    lines = [_finding(finding) for finding in as_one(report.findings)]
    lines += [_failure(failure) for failure in report.failures]
    lines += [_question(question) for question in shown_questions(report, style)]
    lines += [_judged(judgement) for judgement in without_rule(report.judgements) if style.summary]
    if style.summary:
        lines.append(summary(report, shown=bool(shown_questions(report, style))))
        lines += closing_hints(report)
    return "".join(f"{line}\n" for line in lines)


def _finding(finding: Finding) -> str:
    span = finding.span
    message = on_one_line(finding.message)
    where = place(span.exact_place)
    return f"{where}: {finding.code} [{finding.severity.value}] {message}"


def _failure(failure: Failure) -> str:
    where = place(failure.path)
    return f"{where}: error: {on_one_line(failure.message)}"


def _question(question: Question) -> str:
    where = place(question.first.span.exact_place)
    line = on_one_line(f"{question.names}: {question.text}")
    return f"{where}: open: {line}"


def _judged(judgement: Judgement) -> str:
    where = place(judgement.span.exact_place)
    line = on_one_line(f"`{judgement.work}`: {judgement.result}")
    return f"{where}: {judgement.status.value}: {line}"
