"""`github`: workflow commands that GitHub Actions turns into annotations."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import PurePath

from daft_lint.findings import Finding, Severity
from daft_lint.plan.bound import Bound
from daft_lint.plan.span import Span
from daft_lint.reporting.money import lost_of_cost
from daft_lint.reporting.phrases import unfinished_there
from daft_lint.reporting.printable import printable, printable_lines
from daft_lint.reporting.questions import Question, questions
from daft_lint.reporting.report import Failure, Report, Style

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_MOST_ASKED = 3
_IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _IN_MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})


def render(report: Report, style: Style) -> str:
    """A command per finding, failure and unfinished file, a notice per file with open work."""
    lines = [_finding(finding) for finding in report.findings]
    lines += [failure_annotation(failure) for failure in report.failures]
    lines += [unfinished_annotation(bound) for bound in report.unfinished]
    by_file = groupby(questions(report.judgements), key=lambda question: question.first.span.path)
    lines += [_open(tuple(asked)) for _, asked in by_file]
    return "".join(f"{line}\n" for line in lines)


def annotation(command: str, span: Span, title: str, message: str) -> str:
    """The command (`error`, `warning` or `notice`) that annotates a place."""
    properties = (f"file={_path(span.path)}", *_region(span), f"title={_property(title)}")
    where = "" if span.cell_number is None else f"{span.shown_line}: "
    return f"::{command} {','.join(properties)}::{_message(where + message)}"


def failure_annotation(failure: Failure) -> str:
    """The command that annotates a file that could not be checked."""
    return f"::error file={_path(failure.path)},title=daft-lint::{_message(failure.message)}"


def unfinished_annotation(bound: Bound) -> str:
    """The command that annotates the place from which on a file isn't followed."""
    return annotation("notice", bound.span, "daft-lint", unfinished_there(bound))


def _open(asked: Sequence[Question]) -> str:
    """One notice a file, at the first piece of work that could not be judged."""
    shown = asked[:_MOST_ASKED]
    lines = [line for question in shown for line in question.lines]
    more = len(asked) - len(shown)
    lines += [f"and {more:,} more: see daft-lint pipelines"] if more else []
    return annotation("notice", asked[0].first.span, "daft-lint: open", "\n".join(lines))


def _finding(finding: Finding) -> str:
    lost = lost_of_cost(finding)
    lines = [finding.message, *([] if lost is None else [f"lost: {lost}"])]
    message = "\n".join([*lines, *(f"help: {fix.message}" for fix in finding.fixes)])
    title = f"{finding.code} {finding.name}"
    return annotation(_COMMANDS[finding.severity], finding.span, title, message)


def _region(span: Span) -> tuple[str, ...]:
    """The lines, and the columns where there is one line: the runner refuses them otherwise.

    The lines of a cell aren't those of the JSON file, so a notebook is annotated as a whole.
    """
    span = span.shown
    if span.cell_number is not None:
        return ("line=1", "endLine=1")
    if span.line != span.end_line:
        return (f"line={span.line}", f"endLine={span.end_line}")
    return (
        f"line={span.line}",
        f"endLine={span.end_line}",
        f"col={span.column}",
        f"endColumn={span.end_column}",
    )


def _path(path: str) -> str:
    return _property(PurePath(path).as_posix())


def _property(text: str) -> str:
    return printable(text).translate(_IN_PROPERTY)


def _message(text: str) -> str:
    return printable_lines(text).translate(_IN_MESSAGE)
